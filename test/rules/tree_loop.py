from support import GOOD, Case, add

FRAMES = '<link name="a"/><link name="b"/><link name="c"/>'


def fixed(name: str, parent: str, child: str) -> str:
    return f'<joint name="{name}" type="fixed"><parent link="{parent}"/><child link="{child}"/></joint>'


STEADY = frozenset({'renamed', 'reordered', 'xacro', 'rescaled'})
GOOD_CASES = [
    Case(
        'a chain',
        add(GOOD, FRAMES + fixed('j1', 'hand', 'a') + fixed('j2', 'a', 'b') + fixed('j3', 'b', 'c')),
    )
]
BAD_CASES = [
    Case(
        'two parents',
        add(GOOD, '<link name="a"/>' + fixed('j1', 'hand', 'a') + fixed('j2', 'arm', 'a')),
        [('tree-loop', 'a', 'error')],
        steady=STEADY,
    ),
    Case(
        'a ring apart from the tree',
        add(GOOD, FRAMES + fixed('j1', 'a', 'b') + fixed('j2', 'b', 'c') + fixed('j3', 'c', 'a')),
        [('tree-loop', name, 'error') for name in 'abc'],
        steady=STEADY,
    ),
    Case(
        'a ring that hangs on the tree',
        add(
            GOOD,
            FRAMES
            + fixed('j0', 'hand', 'a')
            + fixed('j1', 'a', 'b')
            + fixed('j2', 'b', 'c')
            + fixed('j3', 'c', 'a'),
        ),
        [('tree-loop', name, 'error') for name in 'abc'],
        steady=STEADY,
    ),
    Case(
        'a branch below a ring is not told',
        add(
            GOOD,
            FRAMES
            + fixed('j0', 'hand', 'a')
            + fixed('j1', 'a', 'b')
            + fixed('j2', 'b', 'a')
            + fixed('j3', 'b', 'c'),
        ),
        [('tree-loop', name, 'error') for name in 'ab'],
        steady=STEADY,
    ),
    Case(
        'a ring of twelve',
        add(GOOD, ''.join(f'<link name="r{k}"/>' + fixed(f'j{k}', f'r{k}', f'r{(k + 1) % 12}')
                          for k in range(12))),
        [('tree-loop', f'r{k}', 'error') for k in range(12)],
        steady=STEADY,
    ),
    Case(
        'its own parent',
        add(GOOD, '<link name="a"/>' + fixed('j1', 'a', 'a')),
        [('tree-loop', 'a', 'error')],
        steady=STEADY,
    ),
]
