import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  largestBound,
  largestFileBytes,
  largestImageBytes,
  largestScore,
  longestFileName,
  longestPostingMessage,
  mostEvidence,
  mostPdfPages,
  mostPostingMessagesAnHour,
  mostRuleTimes,
  mostUnansweredMessages,
  pdf,
  photo,
} from '../contract/limits.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

describe('the database guards the same number', () => {
  test.each([
    ['evidence', />\s(\d+) then/, mostEvidence],
    ['questions', /count\(\*\) = (\d+) and/, mostUnansweredMessages],
    ['questions', /limit (\d+)\) newest/, mostUnansweredMessages],
    ['posting-messages', /count\(\*\) = (\d+) and/, mostUnansweredMessages],
    ['posting-messages', /limit (\d+)\) newest/, mostUnansweredMessages],
    ['posting-messages', />= (\d+) from posting_messages/, mostPostingMessagesAnHour],
  ])('functions/%s.sql: %s', (name, pattern, limit) => {
    expect(Number(pattern.exec(read(`functions/${name}.sql`))?.[1])).toBe(limit)
  })

  /** The text of all migrations: the last definition is the one in force. */
  const migrations = readdirSync(join(import.meta.dirname, 'migrations'))
    .sort()
    .map((name) => read(`migrations/${name}`))
    .join('\n')

  test.each([
    ['posted_images_bytes_range', largestImageBytes],
    ['question_images_bytes_range', largestImageBytes],
    ['evidence_files_bytes_range', largestFileBytes],
    ['evidence_files_name_form', longestFileName],
    ['evidence_files_page_count_range', mostPdfPages],
    ['evidence_pages_page_range', mostPdfPages],
    ['evidence_pages_bytes_range', pdf.pictures],
    ['evidence_files_size_range', photo.longestSide],
    ['evidence_files_size_range', pdf.longestSide],
    ['posting_messages_text_form', longestPostingMessage],
    ['term_scores_tp_range', largestScore],
    ['term_scores_fb_range', largestScore],
    ['score_questions_accepted_value_range', largestScore],
    ['rules_versions_most_tp_form', largestScore],
    ['rules_versions_most_fb_form', largestScore],
    ['rules_limits_most_points_range', largestBound],
    ['rules_limits_most_times_range', mostRuleTimes],
  ])('%s', (constraint, limit) => {
    const definition = [...migrations.matchAll(new RegExp(`constraint ${constraint}\\s+check (.*)`, 'g'))].at(-1)?.[1]
    const most = /(?:<=|between \d+ and) (\d+(?: \* \d+)*)/.exec(definition ?? '')?.[1]
    expect(most?.split(' * ').reduce((product, factor) => product * Number(factor), 1)).toBe(limit)
  })
})
