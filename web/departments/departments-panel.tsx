import { Pencil } from 'lucide-react'
import { Fragment, useMemo, useState } from 'react'
import type { Department } from '../../contract/departments.ts'
import type { Faculty } from '../../contract/faculties.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized, localizedAndEnglish } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import { shownName } from '../../contract/person-names.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useDeleteDepartment, useDepartments } from '../entities/departments/departments.api.ts'
import { EditablePanel, type RowHandlers } from '../entities/editable/editable-panel.tsx'
import { RemovedButton } from '../entities/editable/removed-button.tsx'
import { useFaculties } from '../entities/faculties/faculties.api.ts'
import { ImportButton } from '../entities/imports/import-button.tsx'
import { none } from '../entities/members/filter-codes.ts'
import { namesOf } from '../entities/members/names-of.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { useLanguage, useSay } from '../language/language.ts'
import { inShownOrder, personName } from '../lists/shown-order.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { RowActions } from '../ui/row-actions.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { DepartmentForm } from './department-form.tsx'

const HeadsDialog = lazyComponent(() => import('./heads-dialog.tsx'), 'HeadsDialog')

const RemovedDepartments = lazyComponent(() => import('./removed-departments.tsx'), 'RemovedDepartments')

export function DepartmentsPanel() {
  const { data: rows, error, isFetching, refetch } = useDepartments()
  const { data: faculties } = useFaculties()
  const columns = useMemo(
    () => (say: Say, language: Language, handlers: RowHandlers<Department>) =>
      departmentColumns(say, language, handlers, faculties ?? []),
    [faculties],
  )
  return (
    <EditablePanel
      title={messages.panels.departments}
      list={{ rows, failure: error && !rows && !isFetching ? messages.departments.loadFailed : undefined, retry: refetch }}
      summary={summaryOf}
      columns={columns}
      sentences={messages.departments}
      nextStep={messages.empty.departments}
      formName="department"
      form={(department, handlers) => <DepartmentForm department={department} {...handlers} />}
      add={{ goToForm: messages.empty.departmentsAction }}
      tools={
        <>
          <ImportButton kind="departments" />
          <RemovedButton tab="departments" />
        </>
      }
      Removed={RemovedDepartments}
    />
  )
}

function departmentColumns(
  say: Say,
  language: Language,
  handlers: RowHandlers<Department>,
  faculties: readonly Faculty[],
): Column<Department>[] {
  const nameOf = (department: Department) => localized(language, department, 'name')
  const facultyOf = ({ faculty_id }: Department) => {
    const faculty = faculties.find(({ id }) => id === faculty_id)
    return faculty ? localized(language, faculty, 'name') : null
  }
  return [
    {
      id: 'name',
      header: say(messages.fields.name),
      value: nameOf,
      searchBy: (department) => localizedAndEnglish(language, department, 'name'),
      width: 130,
      rowHeader: true,
      cell: (department) => (
        <div dir="auto" title={nameOf(department)} className="text-as-around line-clamp-2 font-medium wrap-anywhere">
          <RowLink
            link={{ to: pages.adminDashboard, search: { tab: 'staff', department_id: department.id } }}
            hint={say(messages.finding.membersOf({ name: nameOf(department) }))}
          >
            {nameOf(department)}
          </RowLink>
        </div>
      ),
    },
    {
      id: 'members',
      header: say(messages.fields.members),
      value: ({ member_count }) => member_count,
      cell: (department) => (
        <RowLink
          link={{ to: pages.adminDashboard, search: { tab: 'users', department_id: department.id } }}
          label={say(messages.finding.accountsOf({ count: department.member_count, name: nameOf(department) }))}
        >
          {department.member_count}
        </RowLink>
      ),
      width: 84,
      align: 'end',
    },
    // A portal without faculties shows nothing of them.
    ...(faculties.length > 0
      ? [
          {
            id: 'faculty',
            header: say(messages.fields.faculty),
            value: facultyOf,
            filter: say(messages.faculties.all),
            filterParam: 'faculty_id',
            filterCode: (department: Department) => (facultyOf(department) && department.faculty_id) || none,
            width: 120,
          },
        ]
      : []),
    {
      id: 'heads',
      header: say(messages.myDepartment.heads),
      value: (department) => namesOf(say, language, department.heads) || null,
      cell: (department) => <HeadsCell department={department} heads={namesOf(say, language, department.heads)} />,
      width: 200,
    },
    {
      id: 'actions',
      header: say(messages.fields.actions),
      cell: (department) => <DepartmentActions department={department} {...handlers} />,
      width: 108,
      align: 'end',
      pinned: 'sm',
    },
  ]
}

/** The heads as links to their pages, and the button that changes them. */
function HeadsCell({ department, heads }: { department: Department; heads: string }) {
  const say = useSay()
  const { isAdmin } = useRights()
  const [isOpen, setIsOpen] = useState(false)
  const language = useLanguage()
  const name = localized(language, department, 'name')
  const people = inShownOrder(language, [...(department.heads ?? [])], personName)
  const separator = say(messages.general.list({ first: '', rest: '' }))
  return (
    <>
      <div className="flex max-w-full items-center gap-1">
        <div dir="auto" title={heads} className="text-as-around line-clamp-2 min-w-0 wrap-anywhere">
          {people.length === 0 && <span className="text-quiet">–</span>}
          {people.map((person, index) => (
            <Fragment key={person.id}>
              {index > 0 && separator}
              <PersonLink id={person.id}>{shownName(language, person)}</PersonLink>
            </Fragment>
          ))}
        </div>
        {isAdmin && (
          <button
            type="button"
            aria-label={say(messages.myDepartment.changeHeads({ name, heads: heads || messages.general.none }))}
            onClick={() => setIsOpen(true)}
            onPointerEnter={() => void HeadsDialog.preload?.()}
            className="group/heads grid relative touch-area size-8 shrink-0 cursor-pointer place-items-center rounded-sm hover:bg-brand-soft print:hidden"
          >
            <Pencil aria-hidden="true" className="size-3 text-edge group-hover/heads:text-brand" />
          </button>
        )}
      </div>
      {isOpen && (
        <LazyBoundary onFailure={() => setIsOpen(false)}>
          <HeadsDialog department={department} onClose={() => setIsOpen(false)} />
        </LazyBoundary>
      )}
    </>
  )
}

/** The buttons of a department. Deleting one that has members asks first: it changes what each of them shows. */
function DepartmentActions({ department, onEdit, onDeleted }: RowHandlers<Department> & { department: Department }) {
  const say = useSay()
  const { mutate, isPending } = useDeleteDepartment(onDeleted)
  const [isConfirming, setIsConfirming] = useState(false)
  const name = localized(useLanguage(), department, 'name')
  const { member_count, heads } = department
  const consequence = [
    messages.departments.deleteConsequence({ count: member_count }),
    ...(heads?.length ? [messages.myDepartment.headsEndWithDepartment] : []),
  ]
    .map(say)
    .join(' ')
  return (
    <>
      <RowActions
        name={name}
        deleting={isPending}
        onEdit={(button) => onEdit(department, button)}
        onDelete={() => (member_count > 0 ? setIsConfirming(true) : mutate(department))}
      />
      {member_count > 0 && (
        <ConfirmDialog
          open={isConfirming}
          question={say(messages.departments.deleteQuestion({ name }))}
          consequence={consequence}
          confirmLabel={say(messages.actions.delete)}
          onConfirm={() => {
            setIsConfirming(false)
            mutate(department)
          }}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}

function summaryOf(departments: readonly Department[], say: Say): string {
  const members = departments.reduce((sum, { member_count }) => sum + member_count, 0)
  const summary = messages.departments.summary({
    departments: messages.departments.count({ count: departments.length }),
    members: messages.general.memberCount({ count: members }),
  })
  return say(summary)
}
