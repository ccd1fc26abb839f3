import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { loadSession, useMay } from '../app/session.ts'
import { CopyButton } from '../design/copy.tsx'
import { Facts } from '../design/facts.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormPanel } from '../design/form.tsx'
import { Section } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { useOrganization } from './data.ts'
import { SettingsPage } from './settings-page.tsx'
import { words } from './words.ts'

export function OrganizationPage() {
  return (
    <SettingsPage>
      <Allowed anyOf={['organization.view']}>
        <Organization />
      </Allowed>
    </SettingsPage>
  )
}

function Organization() {
  const w = useWords(words)
  const may = useMay()
  const { data, error, refetch } = useOrganization()
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={3} />
  return (
    <>
      {may('organization.manage') && (
        <Section title={w.organization}>
          <NameForm key={data.name} name={data.name} />
        </Section>
      )}
      <Facts
        facts={[
          may('organization.manage') ? null : { name: w.name, value: data.name },
          {
            name: w.organizationId,
            value: (
              <span className="-my-1.5 flex min-w-0 items-center gap-1">
                <code className="min-w-0 truncate">{data.id}</code>
                <CopyButton text={data.id} />
              </span>
            ),
          },
          { name: w.created, value: <Time at={data.created_at} isExact /> },
          data.enterprise_eligible_since === null
            ? null
            : { name: w.enterprise, value: <Time at={data.enterprise_eligible_since} isExact /> },
        ]}
      />
    </>
  )
}

function NameForm({ name }: { name: string }) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const form = useForm({ name }, async (values) => {
    await api.organization.update({ name: values.name.trim() })
    await Promise.all([askAnew(['organization']), loadSession(true)])
    tell(w.saved)
  })
  return (
    <FormPanel form={form} action={w.saveName}>
      <Field label={w.name} hint={w.organizationHint} error={form.wrong('name')}>
        <Input {...form.text('name')} required maxLength={200} autoComplete="organization" />
      </Field>
    </FormPanel>
  )
}
