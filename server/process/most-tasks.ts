import { processes } from '../../contract/limits.ts'

/**
 * The number of processes and threads that the portal may have at once. TasksMax of the systemd unit and pids_limit of the containers are
 * tested against it: below it, a busy portal would be refused a process in the middle of its work.
 */

const { children, threadsOfNode, embeddedPostgresql } = processes

export function mostTasks({ servers, isEmbedded }: { servers: number; isEmbedded: boolean }): number {
  // Several servers have one more process above them, which starts them.
  const nodes = (servers > 1 ? servers + 1 : 1) + servers * children
  return nodes * threadsOfNode + (isEmbedded ? embeddedPostgresql : 0)
}
