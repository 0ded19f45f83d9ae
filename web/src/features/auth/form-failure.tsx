import { Alert } from '@mantine/core'
import { ErrorIcon } from '../../ui/icons.ts'

/** Why the form was refused, above its button and for as long as it holds. */
export function FormFailure({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <Alert color="red" variant="light" icon={<ErrorIcon />} p="sm" role="alert" data-testid="form-failure">
      {text}
    </Alert>
  )
}
