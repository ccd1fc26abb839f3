import { api } from '../app/api.ts'
import { channelNames, channelOf } from '../app/channels.ts'
import { useForm } from '../app/form.ts'
import { useFormDraft } from '../app/form-drafts.ts'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { useGo } from '../app/page-link.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormPanel } from '../design/form.tsx'
import { Page } from '../design/page.tsx'
import { Channel } from '../design/status.tsx'
import { newCampaignRoute } from './routes.tsx'
import { words } from './words.ts'

export function NewCampaignPage() {
  const w = useWords(words)
  return (
    <Page title={w.newTitle}>
      <Allowed anyOf={['campaigns.manage']}>
        <NewCampaign />
      </Allowed>
    </Page>
  )
}

const NAME_MAX = 200

/** Name and channel; then it is a draft with its own address, saved automatically. */
function NewCampaign() {
  const w = useWords(words)
  const go = useGo()
  const { list, segment, template } = newCampaignRoute.useSearch()
  const draft = useFormDraft('campaign.new', { name: '', channel: channelNames[0] as string })
  const form = useForm(draft.values, async () => {
    const { name, channel } = draft.values
    const made = await api.campaigns.create({
      name: name.trim(),
      channel,
      ...(list && { list_ids: [list] }),
      ...(segment && { segment_ids: [segment] }),
      ...(template && { template_id: template }),
    })
    draft.forget()
    const step = list || segment ? 'message' : 'audience'
    go(`campaigns/${made.id}`, { search: { step }, replace: true })
  })
  return (
    <FormPanel form={form} action={w.continue}>
      <Field label={w.name} hint={w.nameHint} error={form.wrong('name')}>
        <Input
          name="name"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for this field
          autoFocus
          autoComplete="off"
          required
          maxLength={NAME_MAX}
          value={draft.values.name}
          onChange={({ target }) => draft.set({ ...draft.values, name: target.value })}
        />
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">{w.channel}</legend>
        {channelNames.map((channel) => (
          <label
            key={channel}
            className="flex min-h-11 items-start gap-3 rounded-box border border-edge bg-surface px-3 py-2.5 has-checked:border-accent has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="channel"
              value={channel}
              checked={draft.values.channel === channel}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              onChange={() => draft.set({ ...draft.values, channel })}
            />
            <span className="w-16 shrink-0 font-medium">
              <Channel channel={channel} isNamed />
            </span>
            <span className="min-w-0 text-soft">{channelOf(channel)?.isMail ? w.ownOrTemplate : w.templateOnly}</span>
          </label>
        ))}
      </fieldset>
    </FormPanel>
  )
}
