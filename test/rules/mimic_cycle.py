from support import GOOD, Case, edit

WRIST = '<axis xyz="0 1 0"/>'
SHOULDER = '<axis xyz="0 0 1"/>'


def follower(name: str, parent: str, leader: str) -> str:
    return (
        f'<link name="{name}_link"/><joint name="{name}" type="revolute"><parent link="{parent}"/>'
        f'<child link="{name}_link"/><axis xyz="1 0 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/>'
        f'<mimic joint="{leader}"/></joint>'
    )


GOOD_CASES: list[Case] = []
BAD_CASES = [
    Case(
        'itself', edit(GOOD, (WRIST, WRIST + '<mimic joint="wrist"/>')), [('mimic-cycle', 'wrist', 'error')]
    ),
    Case(
        'each other',
        edit(
            GOOD,
            (WRIST, WRIST + '<mimic joint="shoulder"/>'),
            (SHOULDER, SHOULDER + '<mimic joint="wrist"/>'),
        ),
        [('mimic-cycle', 'wrist', 'error'), ('mimic-cycle', 'shoulder', 'error')],
    ),
]
