import { Download } from 'lucide-react'
import { useAttempt } from '../../app/act.ts'
import { useWords } from '../../app/language.tsx'
import { Button } from '../../design/button.tsx'
import { saveResponse } from '../../design/download.ts'
import { words } from './list-words.ts'

interface CsvButtonProps {
  load: () => PromiseLike<Response>
  filename: string
}

/** Downloads everything that matches the filters, as a file from the server. */
export function CsvButton({ load, filename }: CsvButtonProps) {
  const w = useWords(words)
  const attempt = useAttempt()
  return (
    <Button
      className="ms-auto"
      icon={<Download aria-hidden className="size-4" />}
      onPress={() => attempt(async () => saveResponse(await load(), filename))}
    >
      {w.csv}
    </Button>
  )
}
