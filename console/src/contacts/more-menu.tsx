import { Ellipsis, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../app/language.tsx'
import { IconButton } from '../design/button.tsx'
import { Menu, MenuItem, MenuLine } from '../design/menu.tsx'
import { words } from './words.ts'

/** Further actions of a page; deleting comes last, after a separator. */
export function MoreMenu({ onDelete, children }: { onDelete: () => void; children?: ReactNode }) {
  const w = useWords(words)
  return (
    <Menu
      trigger={
        <IconButton label={w.more}>
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      }
    >
      {children}
      {children && <MenuLine />}
      <MenuItem isDanger icon={<Trash2 aria-hidden className="size-4" />} onSelect={onDelete}>
        {w.delete}
      </MenuItem>
    </Menu>
  )
}
