import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { useState } from 'react'
import { ErrorIcon } from '../../../ui/icons.ts'
import type { SelectedPlan } from '../plans/selected-plan.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import { OwnConfigurationForm } from './own-configuration-form.tsx'
import { usePlanSettings } from './use-bot-settings.ts'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'

type Props = { plan: SelectedPlan; subscription: Subscription; onClose: () => void }

const FORM = 'configuration'

export function ConfigurationModal({ plan, subscription, onClose }: Props) {
  const settings = usePlanSettings(plan)
  const [isBusy, setBusy] = useState(false)
  const [isInvalid, setInvalid] = useState(false)
  const isOwn = plan.bot_type === undefined
  const formProps = {
    formId: FORM,
    subscription,
    onBusy: setBusy,
    onInvalid: () => setInvalid(true),
    onSaved: onClose,
  }
  return (
    <FormModal opened onClose={onClose} title="Bot Configuration" size="lg">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {isOwn
            ? 'You set how the bot trades, how much capital it may use, and your limits.'
            : 'The administrator sets how the bot trades. You set how much capital it may use, and limits of your own.'}
        </Text>
        {isOwn && <OwnConfigurationForm {...formProps} plan={plan} />}
        {!isOwn && settings === undefined && <Skeleton h={232} />}
        {!isOwn && settings !== undefined && <ConfigurationForm {...formProps} plan={plan} settings={settings} />}
        {isInvalid && (
          <Alert color="red" variant="light" icon={<ErrorIcon />} role="alert">
            Configuration Error - Please fix the validation errors above before saving.
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} loading={isBusy} onClick={() => setInvalid(false)}>
            Save Configuration
          </Button>
        </Group>
      </Stack>
    </FormModal>
  )
}
