/** The style of all pages for readers without an account (server/pages/plain-page.ts). */
export const checkStyle = `
:root { color-scheme: light dark; --ink: light-dark(#18202f, #e8ecf3); --quiet: light-dark(#5c6575, #97a3b6); --paper: light-dark(#faf9f6, #0f141d);
  --card: light-dark(#ffffff, #171e2a); --line: light-dark(#e4e0d6, #28313f); --edge: light-dark(#8d897e, #66748a); --brand: light-dark(#1d3557, #8fb4e8);
  --on-brand: light-dark(#ffffff, #0c1626); --brass: light-dark(#a9772b, #d3a65a); --good: light-dark(#1a6e44, #6fd6a1);
  --good-soft: light-dark(#e3f2e8, #14301f); --bad: light-dark(#b3261e, #ff9d94); --bad-soft: light-dark(#fbe9e7, #3a1917) }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 'IBM Plex Sans', 'IBM Plex Sans Arabic', 'Plex fallback', sans-serif; font-variant-numeric: tabular-nums }
main { max-inline-size: 40rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
header { display: flex; align-items: center; gap: .9rem; padding-block-end: 1.1rem; border-block-end: 1px solid var(--brass); margin-block-end: 1.75rem }
header p { margin: 0; color: var(--quiet); font-size: .9rem; line-height: 1.35 } header .university { color: var(--ink); font-weight: 600; font-size: 1rem }
header img { object-fit: contain }
h1 { font: 600 1.9rem/1.2 'Source Serif 4 Variable', 'IBM Plex Sans Arabic', 'Heading fallback', serif; margin: 0 0 .5rem; text-wrap: balance }
h2 { font: 600 1.35rem/1.25 'Source Serif 4 Variable', 'IBM Plex Sans Arabic', 'Heading fallback', serif; margin: 0 0 .75rem }
section { margin-block-start: 2.5rem; padding-block-start: 1.75rem; border-block-start: 1px solid var(--line) }
h1.good { color: var(--good) } h1.bad { color: var(--bad) }
p { margin: 0 0 1rem }
.note { border-radius: 8px; padding: .6rem .9rem; font-weight: 500 }
.note.good { background: var(--good-soft); color: var(--good) } .note.old { background: var(--bad-soft); color: var(--bad) }
dl { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: 1.25rem 0; padding: .25rem 1.1rem }
dl div { display: grid; grid-template-columns: minmax(8rem, 1fr) 2fr; gap: .25rem 1rem; padding-block: .55rem; border-block-end: 1px solid var(--line) }
dl div:last-child { border: 0 } dt { color: var(--quiet) } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
.code { font: 500 .9rem/1.6 ui-monospace, monospace }
label { font-weight: 600 } #hint, .hint { color: var(--quiet); margin: 0 0 .5rem }
.line { display: flex; flex-wrap: wrap; gap: .6rem }
input { flex: 1 1 16rem; min-inline-size: 0; min-block-size: 2.75rem; padding: 0 .8rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--card);
  color: inherit; font: 500 1.05rem ui-monospace, monospace; text-transform: uppercase }
.file { position: relative; display: grid; place-items: center; min-block-size: 3.5rem; border: 1px dashed var(--edge); border-radius: 8px; background: var(--card);
  color: var(--brand); font-weight: 500; text-decoration: underline; text-underline-offset: 2px } .file:focus-within { outline: 2px solid var(--brand); outline-offset: 2px }
.file input { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; opacity: 0; cursor: pointer } input.small { font-size: .9rem; text-transform: none }
#computing { color: var(--quiet); margin: .5rem 0 1rem; min-block-size: 1.5em }
button { min-block-size: 2.75rem; padding: 0 1.4rem; border: 0; border-radius: 8px; background: var(--brand); color: var(--on-brand); font: inherit; font-weight: 500; cursor: pointer }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px } a { color: var(--brand) }
@media (width < 30rem) { dl div { grid-template-columns: 1fr } }
@media print { :root { color-scheme: light } form, a { display: none } }
`
