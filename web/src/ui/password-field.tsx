import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'

/** The library hides its eye button from the keyboard and names it nothing. */
export function PasswordField(props: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...props}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': isVisible ? 'Hide password' : 'Show password',
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  )
}
