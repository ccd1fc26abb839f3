import { Menu as Base } from '@base-ui/react/menu'
import { Plus } from 'lucide-react'
import { useWords } from '../../app/language.tsx'
import { Button } from '../../design/button.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import type { FieldType } from '../shape.ts'
import { fieldWords } from './field-words.ts'
import { TypeSign } from './type-signs.tsx'

const GROUPS = {
  answers: ['short_text', 'long_text', 'number', 'date', 'time', 'file'],
  choices: ['single_choice', 'multiple_choice', 'dropdown', 'rating', 'scale', 'yes_no'],
  contact: ['email', 'phone', 'consent'],
  layout: ['heading', 'page_break', 'hidden'],
} as const satisfies Record<string, readonly FieldType[]>

interface PaletteProps {
  isDisabled: boolean
  look?: 'primary' | 'plain'
  onAdd: (type: FieldType) => void
}

/** All field types. A chosen one is inserted after the open field. */
export function Palette({ isDisabled, look = 'plain', onAdd }: PaletteProps) {
  const w = useWords(fieldWords)
  return (
    <Menu
      align="start"
      trigger={
        <Button data-add look={look} icon={<Plus aria-hidden className="size-4" />} disabled={isDisabled}>
          {w.add}
        </Button>
      }
    >
      <div className="grid max-w-[min(32rem,90vw)] sm:grid-cols-2">
        {(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => (
          <Base.Group key={group} className="py-1">
            <Base.GroupLabel className="px-3 py-1 text-small font-medium text-soft">{w.groups[group]}</Base.GroupLabel>
            {GROUPS[group].map((type) => (
              <MenuItem key={type} icon={<TypeSign type={type} />} onSelect={() => onAdd(type)}>
                {w.types[type]}
              </MenuItem>
            ))}
          </Base.Group>
        ))}
      </div>
    </Menu>
  )
}
