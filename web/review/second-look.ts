import type { SameEvidenceOfPosting } from '../../contract/same-evidence.ts'

/** Whether a reviewer should look twice: a note alone is no reason. */
export function isWarned({ same_image, same_link, same_image_elsewhere, same_link_elsewhere }: SameEvidenceOfPosting): boolean {
  return same_image.length > 0 || same_image_elsewhere || same_link_elsewhere || same_link.some(({ is_note }) => !is_note)
}

/** The largest number of postings that are verified at once without a question. */
const mostWithoutQuestion = 20

/** Whether verifying the postings asks first. */
export function needsSecondLook(postings: readonly SameEvidenceOfPosting[]): boolean {
  return postings.length > mostWithoutQuestion || postings.some(isWarned)
}
