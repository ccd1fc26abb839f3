import { CalendarClock, CalendarPlus, Check, ListChecks, type LucideIcon, MessageCircle, Plus, Tag } from 'lucide-react'
import { useWords } from '../../app/language.tsx'
import type { Condition, ConditionField } from '../../app/segment-clauses.ts'
import { Button } from '../../design/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../design/menu.tsx'
import { useBuilder } from './builder.ts'
import { builderWords } from './builder-words.ts'
import { newCondition } from './draft.ts'

const signs: Record<Exclude<ConditionField, 'attribute'>, LucideIcon> = {
  list: ListChecks,
  reachable: MessageCircle,
  consent: Check,
  last_active: CalendarClock,
  created: CalendarPlus,
}
export const plainFields = Object.keys(signs) as (keyof typeof signs)[]

/** Custom fields that the menu names; the others are chosen in the condition. */
const NAMED_MAX = 8

/** The button that adds a condition, with the fields to choose from. */
export function AddCondition({ onAdd }: { onAdd: (condition: Condition) => void }) {
  const w = useWords(builderWords)
  const { known } = useBuilder()
  const names = [...known.keys()].slice(0, NAMED_MAX)
  return (
    <Menu
      trigger={
        <Button data-add icon={<Plus aria-hidden className="size-4" />}>
          {w.addCondition}
        </Button>
      }
    >
      {plainFields.map((field) => {
        const Sign = signs[field]
        return (
          <MenuItem
            key={field}
            icon={<Sign aria-hidden className="size-4 text-soft" />}
            onSelect={() => onAdd(newCondition(field))}
          >
            {w.fields[field]}
          </MenuItem>
        )
      })}
      <MenuItem
        icon={<Tag aria-hidden className="size-4 text-soft" />}
        onSelect={() => onAdd(newCondition('attribute'))}
      >
        {w.customField}
      </MenuItem>
      {names.length > 0 && <MenuLine />}
      {names.map((name) => (
        <MenuItem
          key={name}
          icon={<Tag aria-hidden className="size-4 text-soft" />}
          onSelect={() => onAdd(newCondition('attribute', name))}
        >
          <bdi className="block max-w-60 truncate">{name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}
