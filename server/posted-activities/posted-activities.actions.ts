import { messages } from '../../contract/languages/catalogue.ts'
import { database as limits } from '../../contract/limits.ts'
import { allNames } from '../../contract/localized.ts'
import type { PostedActivity, PostingEffect, PostingInput } from '../../contract/posted-activities.ts'
import type { Database, Sql, TransactionOptions } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { activities, type PostableActivity } from '../activities/activities.queries.ts'
import { BadRequest, Forbidden } from '../errors/errors.ts'
import { conflictWith } from '../http/who-changed.queries.ts'
import { evidenceQuota } from './evidence-quota.queries.ts'
import { type PostedFields, postedActivities } from './posted-activities.queries.ts'
import { addedBytes, type PostingForm } from './posting-form.ts'
import { postingMessages } from './posting-messages.queries.ts'

/** The session decides who posts; a form that names another user is refused rather than reinterpreted. */
export function refuseForOthers(user: Actor, claimedId: number | undefined) {
  if (claimedId !== undefined && claimedId !== user.id) throw new Forbidden(messages.postedActivities.onlyOwn)
}

async function chosenActivity(sql: Sql, { activity_id, activity_name = '' }: PostingInput): Promise<PostableActivity> {
  const found = await activities(sql).postable(activity_id ? { id: activity_id } : { name: activity_name })
  if (!found) throw new BadRequest(messages.postedActivities.activityRequired, 'activity_name')
  return found
}

function taken({ id, name, type, score }: PostableActivity, { starting_date, link }: PostingInput): PostedFields {
  return { activity_id: id, activity_name: name, type, score, starting_date, link }
}

/** Posts an activity. The reply has its effect, which is stored with the idempotency key, too. */
export async function postActivity(
  database: Database,
  quota: number,
  owner: Actor,
  { input, image, files }: PostingForm,
): Promise<PostedActivity & { effect?: PostingEffect }> {
  return auditedTransaction(
    database,
    owner,
    async (tx) => {
      const fields = taken(await chosenActivity(tx, input), input)
      const before = await postedActivities(tx).lockTotal(owner.id, fields.starting_date)
      const id = await postedActivities(tx).add(owner.id, before.term_id, fields, image, files)
      const added = addedBytes({ image, files })
      if (added > 0) await evidenceQuota(tx, quota).refuseOverQuota(owner.id, before.term_id, added, 'files')
      if (input.note) await postingMessages(tx).write(id, owner.id, input.note)
      const posted = await postedActivities(tx).byId(id, owner.id)
      return { ...posted, effect: await postedActivities(tx).effectSince(before, owner.id) }
    },
    limitsFor(files),
  )
}

/** The timeout of a posting with files: fifty megabytes may take longer than the statement of a request. */
function limitsFor(files: PostingForm['files']): TransactionOptions | undefined {
  return files.length > 0 ? { timeLimitMs: limits.posting } : undefined
}

/** Edits a posting. With the same activity it keeps its score, even if the catalogue changed; another activity counts as it is today. */
export async function editPosting(
  database: Database,
  quota: number,
  owner: Actor,
  id: number,
  { input, image, files }: PostingForm,
): Promise<PostedActivity> {
  return auditedTransaction(
    database,
    owner,
    async (tx) => {
      const before = await postedActivities(tx).lock(id, owner.id)
      if (input.version !== undefined && input.version !== before.version)
        throw await conflictWith(tx, { subject: 'posting', id }, messages.postedActivities.changedMeanwhile)
      const names = allNames({ name: before.activity_name, names: before.activity_names }).map((name) => name.toLowerCase())
      const isSame = input.activity_id
        ? input.activity_id === before.activity_id
        : names.includes(input.activity_name?.toLowerCase() ?? '')
      const fields = isSame
        ? { ...before, starting_date: input.starting_date, link: input.link }
        : taken(await chosenActivity(tx, input), input)
      const isAsBefore = isSame && input.starting_date === before.starting_date && input.link === before.link
      const changesFiles = files.length > 0 || input.remove_files.length > 0
      if (before.state === 'returned' && isAsBefore && !image && !input.remove_image && !changesFiles)
        throw new BadRequest(messages.postedActivities.stillReturned)
      await postedActivities(tx).edit(id, fields)
      if (image) await postedActivities(tx).setImage(id, image)
      else if (input.remove_image) await postedActivities(tx).removeImage(id)
      await postedActivities(tx).removeFiles(id, input.remove_files)
      await postedActivities(tx).addFiles(id, files)
      if (input.note) await postingMessages(tx).write(id, owner.id, input.note)
      const after = await postedActivities(tx).byId(id, owner.id)
      const added = addedBytes({ image, files })
      // The evidence moves to another term with the posting.
      if (added > 0 || after.term_id !== before.term_id)
        await evidenceQuota(tx, quota).refuseOverQuota(owner.id, after.term_id, added, 'files')
      return after
    },
    limitsFor(files),
  )
}

export async function removePosting(database: Database, owner: Actor, id: number) {
  await auditedTransaction(database, owner, (tx) => postedActivities(tx).remove(id, owner.id))
}
