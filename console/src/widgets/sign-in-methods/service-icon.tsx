import GitHubIcon from "@mui/icons-material/GitHub";
import SendOutlinedIcon from "@mui/icons-material/SendOutlined";
import VpnKeyOutlinedIcon from "@mui/icons-material/VpnKeyOutlined";
import SvgIcon, { type SvgIconProps } from "@mui/material/SvgIcon";
import type { BindingKind } from "@tollgate/contract/users";
import type { ComponentType } from "react";

/** A small drawing for each service; decorative, since its name is beside it. */
export function ServiceIcon({ kind, ...props }: SvgIconProps & { kind: BindingKind }) {
  const Icon = icons[kind];
  return <Icon aria-hidden {...props} />;
}

const icons: Record<BindingKind, ComponentType<SvgIconProps>> = {
  github: GitHubIcon,
  oidc: VpnKeyOutlinedIcon,
  lark: LarkIcon,
  wechat: WeChatIcon,
  telegram: SendOutlinedIcon,
};

/** Two bubbles that talk to each other. */
function WeChatIcon(props: SvgIconProps) {
  return (
    <SvgIcon {...props}>
      <path d="M9.2 3C4.9 3 1.5 5.9 1.5 9.5c0 2 1.1 3.8 2.9 5L3.7 17l2.7-1.4c.8.2 1.6.4 2.5.4-.2-.6-.3-1.2-.3-1.8 0-3.5 3.4-6.3 7.6-6.3h.6C16 5 12.9 3 9.2 3Zm-2.6 3.6a1 1 0 1 1 0 2 1 1 0 0 1 0-2Zm5.2 0a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z" />
      <path d="M16.3 9.2c-3.5 0-6.2 2.3-6.2 5.1s2.7 5.2 6.2 5.2c.7 0 1.4-.1 2-.3l2.3 1.2-.6-2.1c1.5-.9 2.5-2.4 2.5-4 0-2.8-2.7-5.1-6.2-5.1Zm-2.1 2.8a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Zm4.3 0a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Z" />
    </SvgIcon>
  );
}

/** A bird's wing and body. */
function LarkIcon(props: SvgIconProps) {
  return (
    <SvgIcon {...props}>
      <path d="M6 4h8.2c2 2.1 3.2 4.4 3.8 6.9-1.7.2-3.2.9-4.6 2.1C11.6 9.6 9.2 6.6 6 4Z" />
      <path d="M2.5 8.5c3.7 3.5 7.5 5.7 11.5 6.2 2-.3 3.3-2.3 5.2-2.7.9-.2 1.7 0 2.3.3-1.3 1-1.7 2.7-2.7 4.3-1.6 2.5-4.2 3.9-7.4 3.9-3.5 0-6.6-1-8.9-2.7V8.5Z" />
    </SvgIcon>
  );
}
