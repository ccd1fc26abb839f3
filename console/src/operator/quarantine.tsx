import type { Quarantined } from '@samvad/sdk'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useAct, useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Listed, useList } from '../app/list.tsx'
import { usePaused } from '../app/paused.ts'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Field, Input, Select } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Channel } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { useOrganizations } from './data.ts'
import { words } from './shared-words.ts'

const KEY = ['quarantine']

export function Quarantine() {
  const w = useWords(words)
  const act = useAct()
  const list = useList(KEY, (page) => api.quarantine.list(page))
  const [assigning, setAssigning] = useState<Quarantined | null>(null)
  const [discarding, setDiscarding] = useState<Quarantined | null>(null)
  return (
    <Section title={w.quarantine} description={w.quarantineDetail}>
      <Panel>
        <Listed list={list} empty={<Empty icon={<ShieldAlert />} title={w.quarantineNone} />}>
          {(rows) => (
            <Table
              label={w.quarantine}
              head={
                <>
                  <Head>{w.fromWhom}</Head>
                  <Head>{w.text}</Head>
                  <Head>{w.received}</Head>
                  <Head>
                    <span className="sr-only">{w.decide}</span>
                  </Head>
                </>
              }
            >
              {rows.map((row) => (
                <Row key={row.id}>
                  <Cell>
                    <span className="flex items-center gap-2 whitespace-nowrap">
                      <Channel channel={row.channel} />
                      {row.from}
                    </span>
                  </Cell>
                  <Cell>
                    <span dir="auto" className="block min-w-48 wrap-anywhere">
                      {row.text ?? <span className="text-soft">{w.noText}</span>}
                    </span>
                  </Cell>
                  <Cell>
                    <Time at={row.received_at} />
                  </Cell>
                  <Cell>
                    <span className="flex justify-end gap-2">
                      <Button onPress={() => setDiscarding(row)}>{w.discard}</Button>
                      <Button onPress={() => setAssigning(row)}>{w.assign}</Button>
                    </span>
                  </Cell>
                </Row>
              ))}
            </Table>
          )}
        </Listed>
      </Panel>
      {assigning && <AssignMessage id={assigning.id} onClose={() => setAssigning(null)} />}
      <Confirm
        isOpen={discarding !== null}
        onClose={() => setDiscarding(null)}
        title={w.discardTitle(discarding?.from ?? '')}
        action={w.discard}
        isDanger
        onConfirm={async () => {
          if (discarding && (await act(() => api.quarantine.discard(discarding.id), KEY))) tell(w.discarded)
        }}
      >
        {w.discardDetail}
      </Confirm>
    </Section>
  )
}

function AssignMessage({ id, onClose }: { id: string; onClose: () => void }) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const [typed, setTyped] = useState('')
  const q = usePaused(typed.trim())
  const { rows = [], hasMore } = useOrganizations(q === '' ? {} : { q })
  const form = useForm({ organization: '' }, async ({ organization }) => {
    await api.quarantine.assign(id, { organization_id: organization })
    await askAnew(KEY)
    onClose()
    tell(w.assigned)
  })
  return (
    <FormDialog form={form} title={w.assign} description={w.assignDetail} action={w.assign} onClose={onClose}>
      {(hasMore || typed !== '') && (
        <Field label={w.findOrganization}>
          <Input
            type="search"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              form.set({ organization: '' })
            }}
          />
        </Field>
      )}
      <Field label={w.organization} error={form.wrong('organization_id')}>
        <Select {...form.text('organization')} required>
          <option value="">{w.choose}</option>
          {rows.map(({ id: one, name }) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}
