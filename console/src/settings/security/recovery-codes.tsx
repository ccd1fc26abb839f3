import { useWords } from '../../app/language.tsx'
import { Button } from '../../design/button.tsx'
import { Code } from '../../design/copy.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { words } from './words.ts'

/** Shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[] | null; onKept: () => void }) {
  const w = useWords(words)
  return (
    <Dialog
      isOpen={codes !== null}
      onClose={onKept}
      title={w.keepCodes}
      description={w.keepCodesDetail}
      actions={
        <Button look="primary" onPress={onKept}>
          {w.kept}
        </Button>
      }
    >
      <Code text={(codes ?? []).join('\n')} />
    </Dialog>
  )
}
