import { useQueryClient } from '@tanstack/react-query'
import type { BulkReply } from '../../contract/bulk-users.ts'
import { listOf, type Message, messages } from '../../contract/languages/catalogue.ts'
import { browser as limits } from '../../contract/limits.ts'
import type { User } from '../../contract/users.ts'
import { offerUndo } from '../http/alerts.ts'
import { call } from '../http/api.ts'
import { toast } from '../ui/toast.tsx'

export type BulkSkipped = BulkReply['skipped']
type Done = BulkReply['done'][number]

/** The timeout of a request for many users: a thousand rows take longer than one. */
const timeLimit = () => AbortSignal.timeout(limits.long)

const seen = ({ id, version }: { id: number; version: number }) => ({ id, version })

function move(users: { id: number; version: number; department_id: number }[]) {
  return call('PUT /users/bulk/move', { body: { users }, signal: timeLimit() })
}

/** Moves or removes several members in one request, offers Undo, and returns the members whom the server left out. */
export function useBulkChange() {
  const queryClient = useQueryClient()
  // All data is fetched again, not only Users: other panels show the same people.
  const refetch = () => void queryClient.invalidateQueries()

  function reportUndone(message: Message, skipped: readonly { name: string; reason: BulkSkipped[number]['reason'] }[]) {
    toast(message)
    if (skipped.length === 0) return
    const { notUndone, withReason, reasons } = messages.bulkUsers
    const names = listOf(skipped.slice(0, 5).map(({ name, reason }) => withReason({ name, reason: reasons[reason] })))
    toast(notUndone({ count: skipped.length, names }), { kind: 'bad', seconds: 10 })
  }

  return {
    async move(members: readonly User[], departmentId: number): Promise<BulkSkipped> {
      const nameOf = new Map(members.map(({ id, name }) => [id, name]))
      const { done, skipped } = await move(members.map((member) => ({ ...seen(member), department_id: departmentId })))
      refetch()
      const undo = async () => {
        const back = done.flatMap(({ former_department_id, ...row }) =>
          former_department_id === null ? [] : [{ ...seen(row), department_id: former_department_id }],
        )
        const without = done.filter(({ former_department_id }) => former_department_id === null)
        const reply = back.length > 0 ? await move(back) : { done: [], skipped: [] }
        refetch()
        reportUndone(messages.bulkUsers.movedBack({ count: reply.done.length }), [
          ...reply.skipped,
          ...without.map(({ id }: Done) => ({ name: nameOf.get(id) ?? '', reason: 'department' as const })),
        ])
      }
      if (done.length > 0) offerUndo(messages.bulkUsers.moved({ count: done.length }), undo)
      return skipped
    },

    async remove(members: readonly User[]): Promise<BulkSkipped> {
      const { done, skipped } = await call('PUT /users/bulk/remove', { body: { users: members.map(seen) }, signal: timeLimit() })
      refetch()
      const undo = async () => {
        const reply = await call('PUT /users/bulk/restore', { body: { users: done.map(seen) }, signal: timeLimit() })
        refetch()
        reportUndone(messages.bulkUsers.restored({ count: reply.done.length }), reply.skipped)
      }
      if (done.length > 0) offerUndo(messages.bulkUsers.removed({ count: done.length }), undo)
      return skipped
    },
  }
}
