import { LayoutTemplate } from 'lucide-react'
import { useState } from 'react'
import { channelNamesIn } from '#channels/words.ts'
import { fieldError } from '../../app/errors.tsx'
import { useLanguage, useWords } from '../../app/language.tsx'
import { languageName } from '../../app/language-name.ts'
import { Allowed } from '../../app/not-here.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { isNotFound } from '../../app/queries.ts'
import { useMay } from '../../app/session.ts'
import { TemplatePicker } from '../../app/template-picker.tsx'
import { Button, buttonLook } from '../../design/button.tsx'
import { Failed, Skeleton } from '../../design/states.tsx'
import { Notice } from '../../design/status.tsx'
import { composerWords } from './composer-words.ts'
import type { TemplateState } from './message-step.tsx'
import type { Composer } from './use-composer.ts'

/** The chosen template, with links to choose another one or create one. */
export function TemplateContent({ composer, template }: { composer: Composer; template: TemplateState }) {
  const w = useWords(composerWords)
  const may = useMay()
  const names: Readonly<Record<string, string>> = channelNamesIn(useLanguage().language)
  const [isChoosing, setChoosing] = useState(false)
  const { written, change, error } = composer
  const isChosen = written.template_id !== null
  const wrong = fieldError(error, 'template_id')
  return (
    <Allowed anyOf={['templates.view']}>
      {isChosen ? (
        <Chosen template={template} />
      ) : (
        <p className="text-soft">{w.chooseTemplateFor(names[written.channel] ?? written.channel)}</p>
      )}
      {wrong && (
        <p role="alert" className="text-small text-bad">
          {wrong}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look={isChosen ? 'plain' : 'primary'} onPress={() => setChoosing(true)}>
          {isChosen ? w.otherTemplate : w.chooseTemplate}
        </Button>
        {may('templates.manage') && (
          <PageLink page="templates/new" className={buttonLook('quiet')}>
            {w.writeTemplate}
          </PageLink>
        )}
      </div>
      {isChoosing && (
        <TemplatePicker
          channel={written.channel}
          onClose={() => setChoosing(false)}
          onChoose={({ id }) => change({ template_id: id })}
        />
      )}
    </Allowed>
  )
}

function Chosen({ template: { data: template, error, refetch } }: { template: TemplateState }) {
  const w = useWords(composerWords)
  const { language } = useLanguage()
  if (!template) {
    if (isNotFound(error)) return <Notice tone="warn">{w.templateGone}</Notice>
    return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={1} />
  }
  const isUsable = template.approved_version !== null && template.status !== 'paused'
  return (
    <div className="overflow-hidden rounded-box border border-line bg-surface">
      <div className="flex items-center gap-2.5 px-3 py-2.5">
        <LayoutTemplate aria-hidden className="size-4 shrink-0 text-soft" />
        <PageLink
          page={`templates/${template.id}`}
          className="touch inline-flex min-w-0 grow items-center font-medium hover:underline"
        >
          <bdi className="truncate">{template.name}</bdi>
        </PageLink>
        <span className="shrink-0 text-small text-soft">{languageName(template.language, language)}</span>
      </div>
      {!isUsable && <Notice tone="warn">{w.templateNotApproved}</Notice>}
    </div>
  )
}
