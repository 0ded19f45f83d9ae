import { Text } from '@mantine/core'
import { TextLink } from '../../ui/controls/text-link.tsx'

/** What creating an account accepts. The links open a new tab, so that the form keeps what was typed. */
export function AgreementNote() {
  return (
    <Text size="xs" c="dimmed">
      By creating an account you confirm that you are 18 or older, agree to the{' '}
      <TextLink to="/terms" target="_blank">
        Terms of use
      </TextLink>{' '}
      and the{' '}
      <TextLink to="/refunds" target="_blank">
        Refund policy
      </TextLink>
      , have read the{' '}
      <TextLink to="/risk" target="_blank">
        Risk disclosure
      </TextLink>
      , and consent to the use of your data as the{' '}
      <TextLink to="/privacy" target="_blank">
        Privacy notice
      </TextLink>{' '}
      describes.
    </Text>
  )
}
