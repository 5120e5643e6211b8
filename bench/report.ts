import { cpus } from 'node:os'
import { roundShare, rounds } from './measure.ts'
import { type Finding, type Outcome, reachOf } from './outcome.ts'

export interface Reported {
  name: string
  outcome: Outcome
}

export interface Occasion {
  size: { staff: number; postings: number }
  seconds: number
  recount: { postings: number; wrong: number }
}

const number = (value: number) => {
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}
const cell = (value: number | undefined) => (value === undefined ? '' : number(value))

function goalOf({ goal }: Finding): string {
  if (!goal) return ''
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
}

function verdictOf(finding: Finding): string {
  const reach = reachOf(finding)
  if (reach === undefined) return ''
  return reach >= 1 ? '✓' : '✗'
}

/** One table; the details of a case stand below it. */
export function writeTable(reported: Reported[], occasion: Occasion): string {
  const rows = reported.flatMap(({ name, outcome: { findings, portal, baseline } }) =>
    (findings.length > 0 ? findings : [undefined]).map((finding, index) => {
      const isFirst = index === 0
      return [
        isFirst ? name : '',
        ...(isFirst ? [cell(portal?.rate), cell(portal?.p50), cell(portal?.p99), cell(portal?.processorMs)] : ['', '', '', '']),
        isFirst ? cell(portal?.memory) : '',
        ...(isFirst ? [cell(baseline?.rate), cell(baseline?.processorMs)] : ['', '']),
        finding ? `**${number(finding.figure)}** ${finding.unit}` : 'not measured',
        finding ? goalOf(finding) : '',
        finding ? verdictOf(finding) : '',
      ]
    }),
  )
  const heads = [
    'Case',
    'per second',
    'p50 ms',
    'p99 ms',
    'processor ms',
    'memory MB',
    'baseline: per second',
    'processor ms',
    'result',
    'goal',
    '',
  ]
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const [first, ...others] = cpus()
  const { size, seconds, recount } = occasion
  return [
    `${size.staff.toLocaleString('en-GB')} members, ${size.postings.toLocaleString('en-GB')} postings; ${rounds} rounds of ${seconds * roundShare} s against the baseline in turns,`,
    `the ratio is the median of the rounds. Servers, PostgreSQL and load share ${others.length + 1} × ${first?.model.trim() ?? 'processor'};`,
    `Node.js ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
    line(heads),
    line(heads.map((_, index) => (index > 0 && index < 8 ? '--:' : '---'))),
    ...rows.map(line),
    '',
    ...reported.flatMap(({ name, outcome }) => outcome.notes.map((note) => `- ${name}: ${note}.`)),
    `- Afterwards ${recount.wrong === 0 ? 'every sum equals' : `${recount.wrong} sums differ from`} a recount of ${recount.postings.toLocaleString('en-GB')} postings.`,
    '',
  ].join('\n')
}

const rowHeight = 26
const top = 44
const barsFrom = 232
/** Where the goals stand. Twice as far right is twice as good; what is better still ends at the edge. */
const goalAt = 352
const barsTo = 532
const width = 860

/** How far each result reaches, with all goals on one line. Colours are the portal's, light and dark. */
export function drawChart(reported: Reported[]): string {
  const bars = reported.flatMap(({ name, outcome }) =>
    outcome.findings.flatMap((finding, index) => {
      const reach = reachOf(finding)
      return reach === undefined ? [] : [{ name: index === 0 ? name : '', finding, reach }]
    }),
  )
  const height = top + bars.length * rowHeight + 16
  const rows = bars.map(({ name, finding, reach }, index) => {
    const y = top + index * rowHeight
    const length = Math.min(Math.max(reach, 0) * (goalAt - barsFrom), barsTo - barsFrom)
    return [
      `<text x="${barsFrom - 12}" y="${y + 16}" text-anchor="end">${inXml(name)}</text>`,
      `<rect x="${barsFrom}" y="${y + 4}" width="${length.toFixed(1)}" height="16" rx="3" class="${reach >= 1 ? 'met' : 'missed'}"/>`,
      `<text x="${barsTo + 12}" y="${y + 16}" class="figure">${inXml(`${number(finding.figure)} ${finding.unit}, goal ${goalOf(finding)}`)}</text>`,
    ].join('\n  ')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
  <title id="title">Results against their goals: bars that cross the line meet theirs</title>
  <style>
    .card { fill: #ffffff; stroke: #e4e0d6 } text { fill: #18202f; font: 13px "IBM Plex Sans", system-ui, sans-serif }
    .quiet { fill: #5c6575 } .figure { font-variant-numeric: tabular-nums } .met { fill: #1d3557 } .missed { fill: #b3261e } .goal { stroke: #a9772b }
    @media (prefers-color-scheme: dark) {
      .card { fill: #171e2a; stroke: #28313f } text { fill: #e8ecf3 } .quiet { fill: #97a3b6 }
      .met { fill: #8fb4e8 } .missed { fill: #ff9d94 } .goal { stroke: #d3a65a }
    }
  </style>
  <rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
  <text class="quiet" x="${goalAt}" y="28" text-anchor="middle">goal</text>
  ${rows.join('\n  ')}
  <line class="goal" x1="${goalAt}" x2="${goalAt}" y1="${top - 8}" y2="${height - 12}" stroke-width="2" stroke-dasharray="4 3"/>
</svg>
`
}

function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
