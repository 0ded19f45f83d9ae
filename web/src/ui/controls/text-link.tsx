import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Props = Omit<AnchorProps, 'href'> & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

/** An internal link whose path is type-checked. */
export const TextLink = createLink(function RoutedAnchor(props: Props) {
  return <Anchor {...props} />
})
