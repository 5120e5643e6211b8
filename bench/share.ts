import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Short enough that nobody waits long for their next turn. */
const periodUs = 20_000

/** Where Linux keeps its groups of processes, in its older and its newer way. */
const folders = [
  { folder: '/sys/fs/cgroup/cpu', sign: 'cpu.cfs_quota_us', limits: ['cpu.cfs_period_us', 'cpu.cfs_quota_us'] },
  { folder: '/sys/fs/cgroup', sign: 'cgroup.subtree_control', limits: ['cpu.max'] },
]

/**
 * Gives each process that share of one processor and no more, so that servers can be added on a machine with few of them. Returns what
 * ends it, when the processes are gone; nothing where this system does not let us.
 */
export function holdToShare(pids: number[], share: number): (() => void) | undefined {
  const groups: string[] = []
  const end = () => {
    for (const group of groups) rmdirSync(group)
  }
  try {
    const kind = folders.find(({ folder, sign }) => existsSync(path.join(folder, sign)))
    if (!kind) return undefined
    for (const pid of pids) {
      const group = path.join(kind.folder, `staff-portal-bench-${pid}`)
      mkdirSync(group)
      groups.push(group)
      const quotaUs = Math.round(periodUs * share)
      for (const file of kind.limits)
        writeFileSync(
          path.join(group, file),
          file === 'cpu.max' ? `${quotaUs} ${periodUs}` : String(file === 'cpu.cfs_period_us' ? periodUs : quotaUs),
        )
      writeFileSync(path.join(group, 'cgroup.procs'), String(pid))
    }
    return end
  } catch {
    // Not root, or a system that keeps it to itself. What was begun holds nobody, or goes with its process.
    return undefined
  }
}
