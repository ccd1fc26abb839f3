import { FolderPlus, Trash2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useWords } from '../../app/language.tsx'
import { joins } from '../../app/segment-clauses.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { Field, Select } from '../../design/field.tsx'
import { grouped } from '../../design/rupees.ts'
import { AddCondition } from './add-condition.tsx'
import { focusAdd, useBuilder } from './builder.ts'
import { builderWords } from './builder-words.ts'
import {
  CONDITIONS_MAX,
  conditionsIn,
  type DraftGroup,
  GROUP_LEVELS_MAX,
  isDraftGroup,
  withJoin,
  without,
} from './draft.ts'
import { FilterCondition } from './filter-condition.tsx'
import { Starters } from './starters.tsx'

interface FilterGroupProps {
  group: DraftGroup
  /** Its number among the groups, such as `2.1`; empty for the outermost. */
  place?: string
  level?: number
}

/** A group's conditions and subgroups, how they are combined, and the buttons to add more. */
export function FilterGroup({ group, place = '', level = 0 }: FilterGroupProps) {
  const w = useWords(builderWords)
  const { root, errors, change, add } = useBuilder()
  const { key, join, items } = group
  const isRoot = level === 0
  const isFull = conditionsIn(root).length >= CONDITIONS_MAX
  const error = errors.get(key)
  const remove = (event: MouseEvent<HTMLElement>) => {
    focusAdd(event.currentTarget.closest('fieldset')?.parentElement)
    change(without(root, key))
  }
  return (
    <fieldset
      data-group
      className={classes(
        'flex min-w-0 flex-col gap-2',
        !isRoot && 'rounded-box border border-line bg-canvas p-2 sm:p-3',
      )}
    >
      <legend className="sr-only">{isRoot ? w.conditions : w.group(place)}</legend>
      <div className="flex items-center justify-between gap-2">
        <Field label={w.join} isLabelHidden className="w-full sm:w-auto">
          <Select
            value={join}
            className="font-medium"
            onChange={({ target }) => change(withJoin(root, key, target.value as typeof join))}
          >
            {joins.map((one) => (
              <option key={one} value={one}>
                {w.joins[one]}
              </option>
            ))}
          </Select>
        </Field>
        {!isRoot && (
          <IconButton label={w.removeGroup} onClick={remove}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        )}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
      {items.map((item, index) => {
        const inner = place === '' ? String(index + 1) : `${place}.${index + 1}`
        return (
          <div key={item.key} className="flex flex-col gap-2">
            {index > 0 && (
              <p
                aria-hidden
                className="flex items-center gap-2 text-small text-soft before:w-4 before:border-t before:border-line after:grow after:border-t after:border-line"
              >
                {join === 'all' ? w.and : w.or}
              </p>
            )}
            {isDraftGroup(item) ? (
              <FilterGroup group={item} place={inner} level={level + 1} />
            ) : (
              <FilterCondition condition={item} place={inner} />
            )}
          </div>
        )
      })}
      {items.length === 0 && (isRoot ? <Starters /> : <p className="text-small text-soft">{w.emptyGroup}</p>)}
      {isFull ? (
        <p className="text-small text-soft">{w.tooMany(grouped(CONDITIONS_MAX))}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <AddCondition onAdd={(condition) => add(key, condition)} />
          {level + 1 < GROUP_LEVELS_MAX && (
            <Button
              look="quiet"
              icon={<FolderPlus aria-hidden className="size-4" />}
              onPress={() => add(key, { join: join === 'any' ? 'all' : 'any', items: [] })}
            >
              {w.addGroup}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}
