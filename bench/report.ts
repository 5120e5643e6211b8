import { cpus } from 'node:os'
import type { Figure } from './service-levels.ts'

interface Occasion {
  size: { staff: number; postings: number }
  recount: { postings: number; wrong: number }
}

const number = (value: number) => {
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

export function writeTable(figures: Figure[], { size, recount }: Occasion): string {
  const rows = figures.map(({ name, value, unit, atMost, note = '' }) => {
    const cells = [name, `${number(value)} ${unit}`, `at most ${atMost}`, value <= atMost ? '✓' : '✗', note]
    return `| ${cells.join(' | ')} |`
  })
  const [first, ...others] = cpus()
  return [
    `${size.staff.toLocaleString('en-GB')} members, ${size.postings.toLocaleString('en-GB')} postings. Server, PostgreSQL and load share`,
    `${others.length + 1} × ${first?.model.trim() ?? 'processor'}; Node.js ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
    '| Service level | Measured | Goal | | |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    `Afterwards ${recount.wrong === 0 ? 'every sum equals' : `${recount.wrong} sums differ from`} a recount of ${recount.postings.toLocaleString('en-GB')} postings.`,
    '',
  ].join('\n')
}

const rowHeight = 26
const top = 44
const barsFrom = 232
/** The position of the goals. Twice as far right is twice as good; bars that are better still end at the edge. */
const goalAt = 352
const barsTo = 532
const width = 860

/** A bar chart of how far each result reaches, with all goals on one line. Colours are the portal's, light and dark. */
export function drawChart(figures: Figure[]): string {
  // A negative value (memory that shrank) is as good as it gets.
  const bars = figures.map((figure) => ({ figure, reach: figure.atMost / Math.max(figure.value, figure.atMost / 100) }))
  const height = top + bars.length * rowHeight + 16
  const rows = bars.map(({ figure: { name, value, unit, atMost }, reach }, index) => {
    const y = top + index * rowHeight
    const length = Math.min(Math.max(reach, 0) * (goalAt - barsFrom), barsTo - barsFrom)
    return [
      `<text x="${barsFrom - 12}" y="${y + 16}" text-anchor="end">${inXml(name)}</text>`,
      `<rect x="${barsFrom}" y="${y + 4}" width="${length.toFixed(1)}" height="16" rx="3" class="${reach >= 1 ? 'met' : 'missed'}"/>`,
      `<text x="${barsTo + 12}" y="${y + 16}" class="figure">${inXml(`${number(value)} ${unit}, goal ${atMost}`)}</text>`,
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
