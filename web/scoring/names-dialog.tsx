import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { browser as limits } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import type { Term } from '../../contract/terms.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useDepartments } from '../entities/departments/departments.api.ts'
import { none } from '../entities/members/filter-codes.ts'
import { type PaperLanguage, PaperLanguagePicker } from '../entities/statements/paper-language.tsx'
import { termName } from '../entities/terms/term-name.ts'
import { refusalOf } from '../http/api.ts'
import { downloadFile } from '../http/download.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'

const words = messages.postingList.names

type Props = {
  term: Term
  /** The codes of the departments to which the list is filtered. */
  filtered: string | undefined
  onClose: () => void
}

/** Downloads the list of names, each with a line to sign on. */
export function NamesDialog({ term, filtered, onClose }: Props) {
  const say = useSay()
  const { sees_everybody } = useRights()
  const [paperLanguage, setPaperLanguage] = useState<PaperLanguage>()
  const [whose, setWhose] = useState(filtered ?? 'all')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Message>()

  async function start() {
    setIsBusy(true)
    setFailure(undefined)
    const query = { term_id: term.id, department_id: whose === 'all' ? undefined : whose, language: paperLanguage }
    try {
      await downloadFile('GET /results/names', { query, signal: AbortSignal.timeout(limits.long) }, 'names-to-sign.pdf')
      onClose()
    } catch (error) {
      setFailure(refusalOf(error) ?? words.failed)
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={say(messages.general.labelled({ label: words.title, value: termName(term) }))}
      description={say(words.meaning)}
    >
      <div className="space-y-4">
        {term.status === 'open' && <p className="border-s-2 border-brass ps-3 text-sm">{say(words.preliminary)}</p>}
        {sees_everybody && <DepartmentField filtered={filtered} whose={whose} onChoose={setWhose} />}
        <div>
          <PaperLanguagePicker
            showsLabel
            chosen={paperLanguage}
            onChoose={setPaperLanguage}
            disabled={isBusy}
            className="min-h-11 w-full"
          />
        </div>
        {failure && <Banner kind="bad">{say(failure)}</Banner>}
        <Button look="primary" busy={isBusy} onClick={() => void start()}>
          <Download aria-hidden="true" className="size-4" />
          {say(words.download)}
        </Button>
      </div>
    </Dialog>
  )
}

type DepartmentProps = { filtered: string | undefined; whose: string; onChoose: (whose: string) => void }

/** One department, all of them, or the several ones of the filter, by their names. */
function DepartmentField({ filtered, whose, onChoose }: DepartmentProps) {
  const say = useSay()
  const language = useLanguage()
  const { data: departments = [] } = useDepartments()
  const noDepartment = say(messages.postingList.noDepartment)
  const several = filtered?.includes(',') ? filtered.split(',') : undefined
  const nameOf = (code: string) => {
    const department = departments.find(({ id }) => String(id) === code)
    return department ? localized(language, department, 'name') : noDepartment
  }
  return (
    <SelectField label={say(words.whose)} value={whose} onChange={(event) => onChoose(event.target.value)}>
      {several && (
        <option value={filtered}>
          {say(
            messages.general.labelled({
              label: words.shownDepartments({ count: several.length }),
              value: several.map(nameOf).join(say(messages.general.factSeparator)),
            }),
          )}
        </option>
      )}
      <option value="all">{say(words.allDepartments)}</option>
      {departments.map((department) => (
        <option key={department.id} value={department.id}>
          {localized(language, department, 'name')}
        </option>
      ))}
      <option value={none}>{noDepartment}</option>
    </SelectField>
  )
}
