"""Reports as JSON text: one report as it is, several as {"schema": 1, "reports": [...]}."""

from __future__ import annotations

import json
from collections.abc import Sequence

from robot_model_check.report import SCHEMA, Report, to_json


def render(reports: Sequence[Report]) -> str:
    """Return the JSON text; the same reports give the same bytes."""
    data = [to_json(report) for report in reports]
    whole = data[0] if len(data) == 1 else {'schema': SCHEMA, 'reports': data}
    return json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False) + '\n'
