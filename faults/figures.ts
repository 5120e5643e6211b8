import type { Ledger } from './acknowledged-writes.ts'

/** Prints a line that is shown at the end of the run, because of how it begins. */
export function printFigures(line: string) {
  process.stdout.write(`  • ${line}\n`)
}

export function summaryOf({ count }: Ledger, stored: number) {
  return `${count.acknowledged} writes acknowledged, ${count.unconfirmed} unconfirmed, ${stored} postings stored: none lost, none twice, sums equal a recount`
}
