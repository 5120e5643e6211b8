/**
 * Counts what React renders, as its developer tools do: React reports each commit to this hook, if it is there before React is loaded
 * (setupFiles in vitest.config.ts). The production build has no Profiler.
 */
type Fiber = {
  tag: number
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
  type: { name?: string; render?: { name?: string }; type?: { name?: string } } | null
}

/** Functions, classes, forwardRef and memo, by React's numbers. */
const components = new Set([0, 1, 11, 14, 15])
/** The flag of a component that was called, and not skipped. */
const performedWork = 1

function childrenOf(fiber: Fiber | null): Fiber[] {
  const children: Fiber[] = []
  for (let child = fiber?.child ?? null; child; child = child.sibling) children.push(child)
  return children
}

/** What the commit has left alone is still the tree of before. */
function count(fiber: Fiber, before: Fiber | null, into: Map<string, number>) {
  if (components.has(fiber.tag) && (!before || fiber.flags & performedWork)) {
    const name = fiber.type?.name ?? fiber.type?.render?.name ?? fiber.type?.type?.name ?? ''
    into.set(name, (into.get(name) ?? 0) + 1)
  }
  const unchanged = new Set(childrenOf(before))
  for (const child of childrenOf(fiber)) if (!unchanged.has(child)) count(child, before && child.alternate, into)
}

type Hook = { counts?: Map<string, number> }
const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook }

/** One for all test files of the page: React has kept the first. */
page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= reportingHook()

function reportingHook(): Hook {
  const hook: Hook = {}
  return Object.assign(hook, {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => {
      if (hook.counts) count(current, current.alternate, hook.counts)
    },
  })
}

/** From now on: how often each component is rendered, by its name. */
export function countRenders(): { counts: ReadonlyMap<string, number>; stop: () => void } {
  const hook = page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ?? {}
  const counts = new Map<string, number>()
  hook.counts = counts
  return { counts, stop: () => delete hook.counts }
}
