import type { Activity } from '../../contract/activities.ts'
import { allNames } from '../../contract/localized.ts'

/** Several activities of one kind as one row of a list, in place of the activity that stands for them. */
export interface Kind extends Activity {
  members: readonly Activity[]
}

export function isKind(row: Activity): row is Kind {
  return 'members' in row
}

export const membersOf = (row: Activity): readonly Activity[] => (isKind(row) ? row.members : [row])

/**
 * The catalogue with one row for each kind, where its first activity was. An activity without a kind, or alone in its own, stays as it is.
 * Activities of different types are not one row: the list is filtered by type.
 */
export function byKind(activities: readonly Activity[]): Activity[] {
  const keyOf = ({ kind, type }: Activity) => `${type} ${kind}`
  const groups = new Map<string, Activity[]>()
  for (const activity of activities.filter(({ kind }) => kind))
    groups.set(keyOf(activity), [...(groups.get(keyOf(activity)) ?? []), activity])
  return activities.flatMap((activity) => {
    const members = groups.get(keyOf(activity)) ?? []
    if (members.length < 2) return [activity]
    if (members[0] !== activity) return []
    const row: Kind = {
      ...activity,
      name: activity.kind ?? activity.name,
      names: activity.kinds ?? {},
      // A search finds a kind by what its activities are called and are about.
      description: members
        .flatMap((member) => [...allNames(member), member.description, ...Object.values(member.descriptions)])
        .join('\n'),
      descriptions: {},
      score: Math.max(...members.map(({ score }) => score)),
      members,
    }
    return [row]
  })
}
