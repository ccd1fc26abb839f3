// The options of a choice as text, one per line. Pure.

import type { Option, Settings } from '../shape.ts'
import { ownText, shownText, withText } from '../texts.ts'

type Languages = Pick<Settings, 'languages' | 'default_language'>

export const labelOf = (option: Option, language: string, settings: Languages): string =>
  option.label === undefined ? option.value : shownText(option.label, language, settings) || option.value

/** The text for a language: in the default language every option has a line. */
export const linesOf = (options: readonly Option[], language: string, settings: Languages): string =>
  options
    .map((option) =>
      language === settings.default_language
        ? labelOf(option, language, settings)
        : ownText(option.label, language, settings),
    )
    .join('\n')

/**
 * The options after the lines of the default language were edited. An unchanged line keeps its option with value and
 * translations, and so does a line edited in place. With `isStable` submissions may exist, whose answers are option
 * values: then an edited line keeps its value; otherwise its text becomes the value.
 */
export function optionsOf(
  text: string,
  before: readonly Option[],
  settings: Languages,
  { isStable }: { isStable: boolean },
): Option[] {
  const { default_language: language } = settings
  const lines = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  const left = new Map(before.map((option) => [labelOf(option, language, settings), option]))
  const kept = lines.map((line) => {
    const option = left.get(line)
    left.delete(line)
    return option
  })
  const isSameCount = lines.length === before.length
  const options = lines.map((line, place): Option => {
    const same = kept[place]
    if (same) return same
    const changed = before[place]
    const isChanged = isSameCount && changed !== undefined && !kept.includes(changed)
    return isChanged ? relabelled(changed, line, settings, isStable) : { value: line }
  })
  return withDistinctValues(options, settings)
}

function relabelled(option: Option, line: string, settings: Languages, isStable: boolean): Option {
  const { default_language: language } = settings
  const others = option.label !== undefined && typeof option.label !== 'string'
  const value = isStable ? option.value : line
  if (value === line && !others) return { value }
  const label = withText(option.label, language, line, settings)
  return label === undefined ? { value } : { value, label }
}

/** Options never share a value: a new line may have the former text of another one. */
function withDistinctValues(options: readonly Option[], settings: Languages): Option[] {
  const used = new Set<string>()
  return options.map((option) => {
    let { value } = option
    for (let number = 2; used.has(value); number++) value = `${option.value} ${number}`
    used.add(value)
    if (value === option.value) return option
    return { value, label: option.label ?? labelOf(option, settings.default_language, settings) }
  })
}

/** The options after the lines of another language were edited: the first line belongs to the first option. */
export function translatedOptions(
  text: string,
  before: readonly Option[],
  language: string,
  settings: Languages,
): Option[] {
  const lines = text.split('\n')
  return before.map((option, place) => {
    const line = (lines[place] ?? '').trim()
    const base = option.label ?? (line === '' ? undefined : { [settings.default_language]: option.value })
    const label = withText(base, language, line, settings)
    if (label === undefined || label === option.value) return { value: option.value }
    return { value: option.value, label }
  })
}
