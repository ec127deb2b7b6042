import Stack from "@mui/material/Stack";
import { getContrastRatio, useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

/** White or black, whichever reads better on the color; one of the two always reaches 4.5 to 1. */
function inkOn(color: string): string {
  return getContrastRatio("#fff", color) >= getContrastRatio("#000", color) ? "#fff" : "#000";
}

type Descriptor = Pick<ProviderDescriptor, "label" | "icon">;

/** The letters of a provider on its color; a plain square while the provider is not known. */
export function ProviderIcon({
  descriptor,
  size = 20,
}: {
  descriptor: Descriptor | undefined;
  size?: number;
}) {
  const { palette, typography } = useTheme();
  return (
    <div
      aria-hidden
      style={{
        display: "inline-grid",
        placeItems: "center",
        flexShrink: 0,
        width: size,
        height: size,
        borderRadius: Math.round(size / 4),
        fontSize: Math.round(size * 0.5),
        fontFamily: typography.fontFamily,
        fontWeight: 700,
        lineHeight: 1,
        backgroundColor: descriptor?.icon.color ?? palette.action.hover,
        color: descriptor ? inkOn(descriptor.icon.color) : palette.text.secondary,
        boxShadow: `inset 0 0 0 1px ${palette.divider}`,
      }}
    >
      {descriptor?.icon.text ?? "?"}
    </div>
  );
}

/** A provider by sign and name; one that no descriptor describes shows its number. */
export function ProviderChip({ descriptor, type }: { descriptor: Descriptor | undefined; type: number }) {
  return (
    <Stack
      direction="row"
      component="span"
      sx={{
        display: "inline-flex",
        alignItems: "center",
        gap: 1,
        minWidth: 0,
        maxWidth: "100%",
        verticalAlign: "middle",
      }}
    >
      <ProviderIcon descriptor={descriptor} />
      <Typography component="span" variant="body2" noWrap>
        {descriptor?.label ?? `#${type}`}
      </Typography>
    </Stack>
  );
}
