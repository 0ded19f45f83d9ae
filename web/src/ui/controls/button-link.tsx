import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Props = ButtonProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color'> & { ref?: Ref<HTMLAnchorElement> }

/** A link that looks like a button. */
export const ButtonLink = createLink(function RoutedButton(props: Props) {
  return <Button component="a" {...props} />
})
