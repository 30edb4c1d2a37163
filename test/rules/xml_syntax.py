from support import GOOD, Case, edit

UNCHANGED = frozenset[str]()

GOOD_CASES = [Case('comments and CDATA', edit(
    GOOD, ('<robot name="good">', '<!-- & --><robot name="good"><![CDATA[ <a> ]]>')))]
BAD_CASES = [
    Case('an element left open', edit(GOOD, ('<link name="hand">', '<link name="hand"><visual>')),
         [('xml-syntax', 'hand', 'error')], steady=UNCHANGED),
    Case('empty', '', [('xml-syntax', '', 'error')], steady=UNCHANGED),
]
