import type { OrganizationId } from '@samvad/sdk'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Field, TextArea } from '../design/field.tsx'
import { FormPanel } from '../design/form.tsx'
import { Section } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { tell } from '../design/toast.tsx'
import { useNetworks } from './data.ts'
import { words } from './organization-words.ts'
import { words as common } from './words.ts'

/** Non-public networks that its webhooks may reach. */
export function NetworksSection({ id }: { id: OrganizationId }) {
  const w = useWords(words)
  const { data, error, refetch } = useNetworks(id)
  return (
    <Section title={w.networks} description={w.networksDetail}>
      {data ? (
        <NetworksForm key={data.networks.join()} id={id} networks={data.networks} />
      ) : error ? (
        <Failed error={error} onRetry={refetch} />
      ) : (
        <Skeleton rows={1} />
      )}
    </Section>
  )
}

function NetworksForm({ id, networks }: { id: OrganizationId; networks: readonly string[] }) {
  const w = useWords(words)
  const c = useWords(common)
  const askAnew = useAskAnew()
  const form = useForm({ networks: networks.join('\n') }, async ({ networks: text }) => {
    await api.organizations.webhookNetworks.update(id, { networks: text.split(/[\s,]+/).filter((one) => one !== '') })
    await askAnew(['operated', id, 'networks'])
    tell(c.saved)
  })
  return (
    <FormPanel form={form} action={c.save}>
      <Field label={w.networks} isLabelHidden hint={w.networksHint} error={form.wrong('networks')}>
        <TextArea {...form.text('networks')} className="font-mono text-small" spellCheck={false} />
      </Field>
    </FormPanel>
  )
}
