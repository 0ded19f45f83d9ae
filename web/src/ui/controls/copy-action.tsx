import { Button, CopyButton } from '@mantine/core'
import { CopyIcon, DoneIcon } from '../icons.ts'

export function CopyAction({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={copied ? <DoneIcon size={14} /> : <CopyIcon size={14} />}
          onClick={copy}
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyButton>
  )
}
