import { Pencil } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Department } from '../../contract/departments.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized, localizedAndEnglish } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import { ImportButton } from '../imports/import-button.tsx'
import { useLanguage, useSay } from '../language.ts'
import { LazyBoundary, lazyComponent } from '../lazy-component.tsx'
import { useOpenForm } from '../open-form.ts'
import { RemovedButton, useShowsRemoved } from '../removed/removed-button.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { NextStep } from '../ui/empty-state.tsx'
import { TableExport } from '../ui/export-menu.tsx'
import { focusFirstField } from '../ui/focus-first-field.ts'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { RowActions } from '../ui/row-actions.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { useTableInAddress } from '../ui/table-state.ts'
import { DepartmentForm } from './department-form.tsx'
import { useDeleteDepartment, useDepartments } from './departments.api.ts'
import { namesOf } from './names.ts'

const HeadsDialog = lazyComponent(() => import('./heads-dialog.tsx'), 'HeadsDialog')

const RemovedDepartments = lazyComponent(() => import('../removed/removed-departments.tsx'), 'RemovedDepartments')

export function DepartmentsPanel() {
  return useShowsRemoved() ? (
    <LazyBoundary>
      <RemovedDepartments />
    </LazyBoundary>
  ) : (
    <DepartmentList />
  )
}

function DepartmentList() {
  const say = useSay()
  const language = useLanguage()
  const { data: departments, error, isFetching, refetch } = useDepartments()
  const { open, openFor, closeFor, leave, close, closeSaved, marked, mark } = useOpenForm<Department>({
    form: 'department',
    rows: departments,
    gone: messages.departments.notFound,
  })
  const table = useRef<DataTableHandle<Department>>(null)
  const columns = useMemo(
    () => departmentColumns(say, language, { onEdit: openFor, onDeleted: closeFor }),
    [say, language, openFor, closeFor],
  )
  const edited = open === 'new' ? undefined : open
  const title = say(messages.panels.departments)

  return (
    <>
      <PanelHeader title={title} summary={departments ? say(summaryOf(departments)) : noSummaryYet}>
        <TableExport title={[title]} disabled={!departments?.length} content={() => table.current?.exported()} />
        <ImportButton kind="departments" />
        <RemovedButton tab="departments" />
      </PanelHeader>
      <div className="flex min-h-0 w-full max-w-3xl flex-col gap-5 lg:flex-auto">
        <DepartmentForm
          key={edited?.id ?? 'new'}
          department={edited}
          onSaved={edited ? closeSaved : ({ id }) => mark(id)}
          onCancel={close}
          onLeave={leave}
        />
        <DataTable
          handle={table}
          caption={title}
          columns={columns}
          rows={departments}
          rowKey={departmentKey}
          marked={marked?.id}
          error={error && !departments && !isFetching ? say(messages.departments.loadFailed) : undefined}
          onRetry={refetch}
          emptyText={say(messages.departments.empty)}
          emptyHint={
            <NextStep text={say(messages.empty.departments)}>
              <Button look="primary" onClick={focusFirstField}>
                {say(messages.empty.departmentsAction)}
              </Button>
            </NextStep>
          }
          searchLabel={say(messages.departments.search)}
          state={useTableInAddress(columns)}
        />
      </div>
    </>
  )
}

type Handlers = {
  onEdit: (department: Department, button: HTMLElement) => void
  onDeleted: (id: number) => void
}

function departmentColumns(say: Say, language: Language, handlers: Handlers): Column<Department>[] {
  const nameOf = (department: Department) => localized(language, department, 'name')
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

/** The names are the button that changes them. */
function HeadsCell({ department, heads }: { department: Department; heads: string }) {
  const say = useSay()
  const [isOpen, setIsOpen] = useState(false)
  const name = localized(useLanguage(), department, 'name')
  return (
    <>
      <button
        type="button"
        aria-label={say(messages.myDepartment.changeHeads({ name, heads: heads || messages.general.none }))}
        onClick={() => setIsOpen(true)}
        onPointerEnter={() => void HeadsDialog.preload?.()}
        className="group/heads -mx-1.5 flex min-h-8 max-w-full cursor-pointer items-center gap-1.5 rounded-sm px-1.5 text-start hover:bg-brand-soft"
      >
        <span dir="auto" title={heads} className="text-as-around line-clamp-2 wrap-anywhere">
          {heads || <span className="text-quiet">–</span>}
        </span>
        <Pencil aria-hidden="true" className="size-3 shrink-0 text-edge group-hover/heads:text-brand print:hidden" />
      </button>
      {isOpen && (
        <LazyBoundary onFailure={() => setIsOpen(false)}>
          <HeadsDialog department={department} onClose={() => setIsOpen(false)} />
        </LazyBoundary>
      )}
    </>
  )
}

/** Deleting one that has members asks first: it changes what each of them shows. */
function DepartmentActions({ department, onEdit, onDeleted }: Handlers & { department: Department }) {
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

function departmentKey({ id }: Department) {
  return id
}

function summaryOf(departments: Department[]): Message {
  const members = departments.reduce((sum, { member_count }) => sum + member_count, 0)
  return messages.departments.summary({
    departments: messages.departments.count({ count: departments.length }),
    members: messages.general.memberCount({ count: members }),
  })
}
