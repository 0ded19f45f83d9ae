import { List } from '@mantine/core'

const STEPS = [
  'Sign in at the Angel One SmartAPI developer portal and open API management.',
  'Create an app of the type Trading and copy its API Key.',
  'Your Client Code is the trading account ID you sign in with, in capital letters.',
  'The MPIN is the 4-digit PIN of your Angel One app.',
  'Turn on TOTP in the portal and copy the secret shown under the QR code.',
  'Save all four here, then verify them: we log in at the broker once to see that they work.',
]

export function HowToGuide() {
  return (
    <List type="ordered" size="sm" spacing={8}>
      {STEPS.map((step) => (
        <List.Item key={step}>{step}</List.Item>
      ))}
    </List>
  )
}
