import { Link } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { messages } from '../../contract/languages/catalogue.ts'
import { areForOthers } from '../entities/questions/for-others.ts'
import { useQuestions } from '../entities/questions/questions.api.ts'
import { useSay } from '../language/language.ts'
import { buttonLook } from '../ui/button.tsx'

/** The link from Review to the questions of members, with the number of open ones. The number has its room before it is known. */
export function QuestionsLink() {
  const say = useSay()
  const { data } = useQuestions('open')
  const count = data?.count ?? 0
  const { title, open } = messages.questions
  const isForOthers = areForOthers(data)
  const what = isForOthers ? messages.openQuestions.notYours({ count }) : open({ count })
  return (
    <Link
      to="."
      search={{ tab: 'review', questions: 'open' }}
      aria-label={say(count > 0 ? messages.general.labelled({ label: title, value: what }) : title)}
      title={count > 0 ? say(what) : undefined}
      className={buttonLook('plain', 'medium')}
    >
      <MessageCircleQuestion aria-hidden="true" className="size-4" />
      <span aria-hidden="true">{say(title)}</span>
      <span
        aria-hidden="true"
        className={`min-w-6 rounded-full px-1.5 text-center text-[0.8125rem] ${count === 0 ? 'invisible' : isForOthers ? 'bg-sunk text-quiet' : 'bg-brand text-on-brand'}`}
      >
        {count}
      </span>
    </Link>
  )
}
