import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { messages } from '../../contract/languages/catalogue.ts'
import { PostingsOfTerm, termsIn } from '../entities/member-postings/postings-of-term.tsx'
import { useSameEvidence, useStaffActivities } from '../entities/scores/scoring.api.ts'
import { useSay } from '../language/language.ts'
import { controlLook } from '../ui/field.tsx'
import { NothingHere, PersonSection, SectionContent } from './person-section.tsx'

const words = messages.person

type Props = { id: number; name: string }

/** What the person posted in one term, with its state and evidence. The term stands in the address. */
export function PersonPostings({ id, name }: Props) {
  const say = useSay()
  return (
    <PersonSection title={say(words.postings)}>
      <Postings id={id} name={name} />
    </PersonSection>
  )
}

function Postings({ id, name }: Props) {
  const say = useSay()
  const query = useStaffActivities(id)
  const { data: shared } = useSameEvidence(id)
  const { term: wantedTerm, posting: wantedId } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <SectionContent query={query} failed={messages.scoring.staffActivitiesFailed}>
      {(all) => {
        const terms = termsIn(all)
        const wanted = all.find((posting) => posting.id === wantedId)?.term_id ?? wantedTerm
        const shown = terms.find(({ termId }) => termId === wanted) ?? (wanted === undefined ? terms[0] : undefined)
        const nameOf = ({ name, isClosed }: (typeof terms)[number]) =>
          isClosed ? say(messages.terms.closedName({ name })) : name
        if (terms.length === 0) return <NothingHere>{say(messages.scoring.noStaffActivities)}</NothingHere>
        return (
          <>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3 sm:px-5">
              <label htmlFor={`postings-of-${id}`} className="text-sm text-quiet">
                {say(words.ofTerm)}
              </label>
              <div className="min-w-0 max-w-full grow sm:max-w-72">
                <select
                  id={`postings-of-${id}`}
                  value={shown?.termId ?? ''}
                  onChange={({ target }) =>
                    void navigate({
                      to: '.',
                      search: { tab: 'person', id, term: Number(target.value) },
                      replace: true,
                      resetScroll: false,
                    })
                  }
                  className={controlLook}
                >
                  {!shown && <option value="" />}
                  {terms.map((term) => (
                    <option key={term.termId} value={term.termId}>
                      {nameOf(term)}
                    </option>
                  ))}
                </select>
              </div>
              <Link
                to="."
                search={{ tab: 'postings', who: id }}
                className="flex min-h-10 max-sm:min-h-11 items-center rounded-sm text-sm font-medium text-brand underline-offset-2 hover:underline sm:ms-auto print:hidden"
              >
                <bdi>{say(words.allPostings({ name }))}</bdi>
              </Link>
            </div>
            {shown ? (
              <PostingsOfTerm heading={nameOf(shown)} postings={shown.postings} shared={shared} wantedId={wantedId} />
            ) : (
              <NothingHere>{say(words.postingsEmpty)}</NothingHere>
            )}
          </>
        )
      }}
    </SectionContent>
  )
}
