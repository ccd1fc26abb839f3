import { type ReactNode, useId } from 'react'
import { useWords } from '../../app/language.tsx'
import { Checkbox } from '../../design/field.tsx'
import { type Field, hasOptions, isAnswered } from '../shape.ts'
import { TextInputs } from '../text-inputs.tsx'
import { withField } from '../written.ts'
import { ConditionEditor } from './condition-editor.tsx'
import { ConsentEditor } from './consent-editor.tsx'
import { useBuilder } from './context.ts'
import { DefaultEditor, takesDefault } from './default-editor.tsx'
import { fieldWords } from './field-words.ts'
import { JumpsEditor } from './jumps-editor.tsx'
import { KeyEditor } from './key-editor.tsx'
import { LimitsEditor, limitsOf } from './limits-editor.tsx'
import { isMappable } from './mapping.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { OptionsEditor } from './options-editor.tsx'

const LABEL_MAX = 500
const HELP_MAX = 1000
const PLACEHOLDER_MAX = 200
const WITH_PLACEHOLDER: readonly Field['type'][] = ['short_text', 'long_text', 'number', 'email', 'phone', 'dropdown']
/** Properties whose controls show their own errors. */
const AT_CONTROLS =
  'label help placeholder options text channels show_if jumps map_to key default min max step min_length max_length min_choices max_choices pattern country after before accept max_files max_size from'.split(
    ' ',
  )

export function FieldEditor({ field }: { field: Field }) {
  const w = useWords(fieldWords)
  const { settings, set, errorsOf, mayManage } = useBuilder()
  const errors = errorsOf(field.key)
  const { type } = field
  const others = [...errors].filter(([root]) => !AT_CONTROLS.includes(root)).map(([, text]) => text)
  const change = (part: Parameters<typeof withField>[1]) => set(withField(field, part))
  const limits = limitsOf(field)
  const text = { settings, isLong: false }
  return (
    <fieldset disabled={!mayManage} className="relative flex min-w-0 flex-col gap-4">
      <legend className="sr-only">{w.types[type]}</legend>
      {others.length > 0 && (
        <p role="alert" className="text-small text-bad">
          {others.join(' ')}
        </p>
      )}
      <TextInputs
        {...text}
        label={type === 'heading' ? w.headingText : type === 'page_break' ? w.pageTitle : w.label}
        value={field.label}
        max={LABEL_MAX}
        isRequired
        hint={type === 'hidden' ? w.hiddenHint : type === 'page_break' ? w.pageHint : undefined}
        error={errors.get('label')}
        onChange={(label) => change({ label: label ?? '' })}
      />
      {isAnswered(field) && type !== 'hidden' && (
        <Checkbox
          label={w.required}
          checked={field.required === true}
          onChange={({ target }) => change({ required: target.checked || undefined })}
        />
      )}
      {hasOptions(field) && <OptionsEditor key={field.key} field={field} error={errors.get('options')} />}
      {type === 'consent' && <ConsentEditor field={field} errors={errors} />}
      {limits.length > 0 && (
        <Part title={w.limits} isOpenAtFirst={limits.some((one) => field[one] !== undefined || errors.has(one))}>
          <LimitsEditor field={field} errors={errors} />
        </Part>
      )}
      <Part
        title={w.more}
        isOpenAtFirst={['help', 'placeholder', 'default', 'key', 'from'].some((one) => errors.has(one))}
        isMarked={field.help !== undefined || field.placeholder !== undefined || field.default !== undefined}
      >
        <TextInputs
          {...text}
          isLong
          label={w.help}
          hint={w.helpHint}
          value={field.help}
          max={HELP_MAX}
          error={errors.get('help')}
          onChange={(help) => change({ help })}
        />
        {WITH_PLACEHOLDER.includes(type) && (
          <TextInputs
            {...text}
            label={w.placeholder}
            value={field.placeholder}
            max={PLACEHOLDER_MAX}
            error={errors.get('placeholder')}
            onChange={(placeholder) => change({ placeholder })}
          />
        )}
        {takesDefault(field) && <DefaultEditor field={field} error={errors.get('default')} />}
        <KeyEditor key={field.key} field={field} errors={errors} />
      </Part>
      {type !== 'page_break' && type !== 'hidden' && (
        <Part title={w.condition} isOpenAtFirst={field.show_if !== undefined || errors.has('show_if')}>
          <ConditionEditor
            ofKey={field.key}
            value={field.show_if}
            error={errors.get('show_if')}
            none={w.alwaysShown}
            onChange={(condition) => change({ show_if: condition })}
          />
        </Part>
      )}
      {type === 'page_break' && (
        <Part title={w.jumps} isOpenAtFirst={(field.jumps ?? []).length > 0 || errors.has('jumps')}>
          <JumpsEditor field={field} error={errors.get('jumps')} />
        </Part>
      )}
      {isMappable(field) && (
        <Part title={w.contact} isOpenAtFirst={field.map_to !== undefined || errors.has('map_to')}>
          <MappingEditor field={field} error={errors.get('map_to')} />
        </Part>
      )}
    </fieldset>
  )
}

interface PartProps {
  title: string
  isOpenAtFirst: boolean
  /** Marks a collapsed part that contains settings. */
  isMarked?: boolean
  children: ReactNode
}

/** Optional settings of a field, which most fields do not need. */
function Part({ title, isOpenAtFirst, isMarked, children }: PartProps) {
  const id = useId()
  return (
    <details open={isOpenAtFirst || undefined} className="group border-t border-line pt-2">
      <summary
        id={id}
        className="touch flex min-h-8 items-center gap-2 font-medium marker:content-none before:text-soft before:content-['›'] before:transition-transform group-open:before:rotate-90"
      >
        {title}
        {isMarked && <span aria-hidden className="size-1.5 rounded-full bg-accent" />}
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a second fieldset would need a legend in sight */}
      <div role="group" aria-labelledby={id} className="flex flex-col gap-4 pt-2 pb-1">
        {children}
      </div>
    </details>
  )
}
