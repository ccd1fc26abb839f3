import type { Template } from '@samvad/sdk'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useChannelNames } from '../../app/channel-names.ts'
import { channelNames } from '../../app/channels.ts'
import { fieldError } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { ListsPicker } from '../../app/lists-picker.tsx'
import { Allowed } from '../../app/not-here.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { SegmentPicker } from '../../app/segment-picker.tsx'
import { useMay } from '../../app/session.ts'
import { buttonLook } from '../../design/button.tsx'
import { Field, Input, Select } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import { AudienceCount } from './audience-count.tsx'
import { composerWords } from './composer-words.ts'
import { StepFoot } from './step-nav.tsx'
import { TwoColumns } from './two-columns.tsx'
import type { Composer } from './use-composer.ts'
import { onChannel } from './written.ts'

const NAME_MAX = 200

/** The campaign's name, channel and audience. */
export function AudienceStep({ composer, template }: { composer: Composer; template: Template | undefined }) {
  const w = useWords(composerWords)
  const may = useMay()
  const channelName = useChannelNames()
  const { campaign, written, change, error } = composer
  return (
    <>
      <TwoColumns aside={<AudienceCount written={written} template={template} />}>
        <div className="mb-8 grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
          <Field label={w.name} error={written.name.trim() === '' ? w.nameMissing : fieldError(error, 'name')}>
            <Input
              name="name"
              autoComplete="off"
              maxLength={NAME_MAX}
              value={written.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          <Field label={w.channel} error={fieldError(error, 'channel')}>
            <Select name="channel" value={written.channel} onChange={({ target }) => change(onChannel(target.value))}>
              {channelNames.map((channel) => (
                <option key={channel} value={channel}>
                  {channelName(channel)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Allowed anyOf={['contacts.view']}>
          <Section title={w.recipients} description={w.recipientsDetail}>
            <div className="flex flex-col gap-4">
              <Picked title={w.lists} error={fieldError(error, 'list_ids')}>
                <ListsPicker
                  label={w.lists}
                  placeholder={w.addList}
                  value={written.list_ids}
                  onChange={(list_ids) => change({ list_ids })}
                />
              </Picked>
              <Picked title={w.segments} error={fieldError(error, 'segment_ids')}>
                <SegmentPicker
                  label={w.segments}
                  value={written.segment_ids}
                  onChange={(segment_ids) => change({ segment_ids })}
                />
              </Picked>
              {may('contacts.manage') && (
                <div className="flex flex-wrap gap-2">
                  <PageLink page="contacts/imports/new" className={buttonLook()}>
                    {w.importFile}
                  </PageLink>
                  <PageLink page="contacts/segments/new" className={buttonLook()}>
                    {w.createSegment}
                  </PageLink>
                </div>
              )}
            </div>
          </Section>
          <Section title={w.excluded} description={w.excludedDetail}>
            <Picked error={fieldError(error, 'exclude_list_ids')}>
              <ListsPicker
                label={w.excludedLists}
                placeholder={w.addList}
                value={written.exclude_list_ids}
                onChange={(exclude_list_ids) => change({ exclude_list_ids })}
              />
            </Picked>
          </Section>
        </Allowed>
      </TwoColumns>
      <StepFoot campaignId={campaign.id} step="audience" />
    </>
  )
}

/** Several objects found by name; the boxes have their own labels. */
function Picked({ title, error, children }: { title?: string; error: string | null; children: ReactNode }) {
  return (
    <div>
      {title !== undefined && <p className="mb-1 font-medium">{title}</p>}
      {children}
      {error && (
        <p role="alert" className="mt-1 flex items-center gap-1.5 text-small text-bad">
          <TriangleAlert aria-hidden className="size-3.5" />
          {error}
        </p>
      )}
    </div>
  )
}
