/** The key of a shortcut, beside what it does. */
export function Key({ name }: { name: string }) {
  return (
    <kbd className="inline-grid min-w-5 place-items-center rounded-sm border border-current/35 px-1 font-sans text-[0.6875rem] leading-4.5 font-medium">
      {name}
    </kbd>
  )
}
