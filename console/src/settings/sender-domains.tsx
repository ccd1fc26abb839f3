import { Globe, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { words } from './channels-words.ts'
import { useDomains } from './data.ts'

export function SenderDomains() {
  const w = useWords(words)
  const may = useMay()
  const list = useDomains()
  const [isAdding, setAdding] = useState(false)
  const add = may('channels.manage') && (
    <Button icon={<Plus aria-hidden className="size-4" />} onPress={() => setAdding(true)}>
      {w.addDomain}
    </Button>
  )
  return (
    <Section title={w.domains} description={w.domainsDetail} actions={(list.rows?.length ?? 0) > 0 && add}>
      <Panel>
        <Listed list={list} empty={<Empty icon={<Globe />} title={w.noDomains} action={add} />}>
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map(({ id, name, status, signs_with }) => (
                <li key={id} className="flex flex-wrap items-center gap-2 px-4 py-2 hover:bg-hover">
                  <PageLink
                    page={`settings/channels/domains/${id}`}
                    className="touch flex min-w-40 grow basis-0 items-center font-medium wrap-anywhere"
                  >
                    {name}
                  </PageLink>
                  {signs_with !== null && <Status tone="good">{w.signs}</Status>}
                  <Status tone={status === 'verified' ? 'good' : 'warn'}>
                    {status === 'verified' ? w.verified : w.pending}
                  </Status>
                </li>
              ))}
            </ul>
          )}
        </Listed>
      </Panel>
      {isAdding && <AddDomain onClose={() => setAdding(false)} />}
    </Section>
  )
}

function AddDomain({ onClose }: { onClose: () => void }) {
  const w = useWords(words)
  const go = useGo()
  const askAnew = useAskAnew()
  const form = useForm({ name: '' }, async ({ name }) => {
    const { id } = await api.senderDomains.create({ name: name.trim() })
    await askAnew(['sender_domains'])
    onClose()
    go(`settings/channels/domains/${id}`)
  })
  return (
    <FormDialog form={form} title={w.addDomain} description={w.addDomainDetail} action={w.addDomain} onClose={onClose}>
      <Field label={w.domainName} error={form.wrong('name')}>
        <Input {...form.text('name')} required maxLength={253} placeholder="asha.example" autoFocus />
      </Field>
    </FormDialog>
  )
}
