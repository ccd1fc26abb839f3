import type { ContactList } from '@samvad/sdk'
import { useQueries } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { IconButton } from '../design/button.tsx'
import { grouped } from '../design/rupees.ts'
import { api } from './api.ts'
import { FindBox } from './find-box.tsx'
import { findWords } from './find-words.ts'
import { useWords } from './language.tsx'
import { isNotFound, useRefresh } from './queries.ts'

/** Current lists by id. */
export function useListsOf(ids: readonly string[]) {
  useRefresh(['list.*', 'import.*'], [['list']])
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['list', id],
      queryFn: (): Promise<ContactList> => api.lists.retrieve(id),
    })),
  })
}

interface ListsPickerProps {
  label: string
  placeholder: string
  value: readonly string[]
  onChange: (ids: string[]) => void
}

/** Chooses several contact lists, each shown with its number of contacts. */
export function ListsPicker({ label, placeholder, value, onChange }: ListsPickerProps) {
  const w = useWords(findWords)
  const lists = useListsOf(value)
  return (
    <div className="flex flex-col gap-2">
      {value.length > 0 && (
        <ul className="flex flex-col gap-2">
          {value.map((id, place) => {
            const { data: list, error } = lists[place] ?? {}
            const name = list?.name ?? (isNotFound(error) ? w.deletedList : '…')
            return (
              <li
                key={id}
                className="flex items-start gap-2 rounded-box border border-line bg-surface py-1.5 ps-3 pe-1"
              >
                <p className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3 py-1">
                  <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
                  {list && (
                    <span className="figures text-small text-soft">
                      {w.contacts(list.contact_count, grouped(list.contact_count))}
                    </span>
                  )}
                </p>
                <IconButton label={w.remove(name)} onClick={() => onChange(value.filter((one) => one !== id))}>
                  <X aria-hidden className="size-4" />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
      <FindBox
        type="lists"
        label={label}
        placeholder={placeholder}
        without={value}
        onChoose={({ id }) => onChange([...value, id])}
      />
    </div>
  )
}
