import type { Ledger } from './ledger.ts'

/** Lines that begin like this are shown at the end of the run. */
export function tellFigures(line: string) {
  process.stdout.write(`  • ${line}\n`)
}

export function inWords({ count }: Ledger, stored: number) {
  return `${count.acknowledged} writes acknowledged, ${count.unanswered} unanswered, ${stored} postings stored: none lost, none twice, sums equal a recount`
}
