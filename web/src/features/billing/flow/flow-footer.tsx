import { Button, Group } from '@mantine/core'

type Props = {
  onBack: (() => void) | null
  action?: string
  isBusy?: boolean
  isDisabled?: boolean
  /** The id of the form that Continue submits; without one, `onContinue` is called. */
  formId?: string
  onContinue?: () => void
}

export function FlowFooter({
  onBack,
  action = 'Continue',
  isBusy = false,
  isDisabled = false,
  formId,
  onContinue,
}: Props) {
  return (
    <Group justify="space-between" mt="xl">
      <Button variant="default" disabled={onBack === null || isBusy} onClick={() => onBack?.()}>
        Back
      </Button>
      <Button
        disabled={isDisabled || isBusy}
        {...(formId === undefined ? {} : { type: 'submit', form: formId })}
        onClick={onContinue}
      >
        {isBusy ? 'Processing...' : action}
      </Button>
    </Group>
  )
}
