import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Question } from '../../../contract/questions.ts'
import { questionId } from './question-button.tsx'

/** The question that a notice leads to: scrolls to it once, and marks it. Undefined questions are not loaded yet. */
export function useWantedQuestion(questions: readonly Question[] | undefined): number | undefined {
  const { question: wanted } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [marked, setMarked] = useState<number>()
  const show = useEffectEvent((among: readonly Question[]) => {
    void navigate({ to: '.', search: ({ question: _, ...rest }) => rest, replace: true, resetScroll: false })
    const found = among.find(({ id }) => id === wanted)
    if (!found) return
    setMarked(found.id)
    const entry = document.getElementById(questionId(found))
    entry?.scrollIntoView({ block: 'center' })
    entry?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (wanted !== undefined && questions) show(questions)
  }, [wanted, questions])
  return marked
}
