import { expect, test } from 'vitest'
import type { StaffMember } from '../../contract/scoring.ts'
import { blockOf, pastedCells, pastedTargets, scoresFrom } from './score-block.ts'

const member = (id: number, tp: number | null = null, fb: number | null = null) =>
  ({ id, name: `Member ${id}`, tp: tp ?? 0, fb: fb ?? 0, tp_set: tp !== null, fb_set: fb !== null }) as StaffMember
const rules = { most: { tp: 30, fb: 1000 }, isEditable: (id: number) => id !== 9 }

function pasted(text: string, members: StaffMember[], column: 'tp' | 'fb' = 'tp') {
  return blockOf(pastedTargets(pastedCells(text), members, scoresFrom(column, ['title', 'tp', 'fb', 'atts'])), {
    ...rules,
    staff: members,
  })
}
const problemsOf = (block: ReturnType<typeof pasted>) => block.lines.flatMap(({ problems }) => problems.map(({ key }) => key))

test.each(['7\t8\n9\t10', '7\t8\r\n9\t10\r\n', ' 7 \t8\r9\t10'])('the lines and cells of %j', (text) => {
  expect(pastedCells(text)).toEqual([
    ['7', '8'],
    ['9', '10'],
  ])
})

test('values of any keyboard change the scores from the first cell on; empty cells and equal scores change nothing', () => {
  const block = pasted('7,5\t٨٫٥\n\t\n3\t۹', [member(1), member(2), member(3, 3)])
  expect(block.changes).toEqual([
    { memberId: 1, column: 'tp', from: null, to: 7.5 },
    { memberId: 1, column: 'fb', from: null, to: 8.5 },
    { memberId: 3, column: 'fb', from: null, to: 9 },
  ])
  expect([block.same, block.problems, block.lines.map(({ row }) => row)]).toEqual([1, 0, [1, 3]])
})

test('a block that begins at feedback has one column', () => {
  const block = pasted('4\n5\t6', [member(1), member(2)], 'fb')
  expect(block.changes.map(({ column }) => column)).toEqual(['fb', 'fb'])
  expect(problemsOf(block)).toEqual(['scoreSheet.beyondColumns'])
})

test.each([
  [['fb', 'tp', 'total'], 'fb', ['fb', 'tp']],
  [['fb', 'tp', 'total'], 'tp', ['tp']],
  [['tp', 'total', 'fb'], 'tp', ['tp']],
  [['total', 'fb'], 'fb', ['fb']],
] as const)('of the shown columns %j, a block on %s covers %j', (shown, column, covered) => {
  expect(scoresFrom(column, shown)).toEqual(covered)
})

test('a score of 0 is another one than none', () => {
  expect(pasted('0\n0', [member(1), member(2, 0)]).changes).toEqual([{ memberId: 1, column: 'tp', from: null, to: 0 }])
})

test('wrong values, rows beyond the list and the own scores are named', () => {
  const block = pasted('abc\n30.1\n7.55\n1\n5', [member(1), member(2), member(3), member(9)])
  expect(problemsOf(block)).toEqual([
    'scoreSheet.wrongValue',
    'scoreSheet.wrongValue',
    'scoreSheet.wrongValue',
    'heads.notOwnScore',
    'scoreSheet.beyondList',
  ])
  expect([block.problems, block.changes]).toEqual([5, []])
})

test('a former score above what the rules allow by now may stay', () => {
  expect(pasted('40', [member(1, 40)]).problems).toBe(0)
})

test('a score far above the others as they would be is marked', () => {
  const members = [1, 2, 3, 4, 5, 6].map((id) => member(id))
  const marked = (text: string) =>
    pasted(text, members, 'fb').lines.flatMap(({ row, cells }) => (cells.some(({ farAbove }) => farAbove) ? row : []))
  expect(marked('4\n5\n45\n4\n5\n4')).toEqual([3])
  expect(marked('45\n5\n45\n4\n5\n4')).toEqual([])
})
