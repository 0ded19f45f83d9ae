import { Alert } from '@mantine/core'
import { ErrorIcon } from '../../ui/icons.ts'

/** Why the form was rejected, shown above its button until the next attempt. */
export function FormFailure({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <Alert color="red" variant="light" icon={<ErrorIcon />} p="sm" role="alert" data-testid="form-failure">
      {text}
    </Alert>
  )
}
