import type { Question } from '../../../contract/questions.ts'

/** Whether open questions are there, and the reader may answer none of them. A longer list than a page has says nothing about the rest. */
export function areForOthers(open: { count: number; questions: readonly Question[] } | undefined): boolean {
  if (!open || open.count === 0 || open.questions.length < open.count) return false
  return open.questions.every(({ obstacle }) => obstacle !== null)
}
