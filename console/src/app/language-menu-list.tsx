import CheckIcon from "@mui/icons-material/Check";
import Box from "@mui/material/Box";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { languageNames, languageTag, offeredLanguages } from "../lib/i18n/languages";
import { useLanguage } from "../lib/i18n/use-language";

/** The languages of the language menu, each in its own words. */
export function LanguageMenuList(props: { anchor: HTMLElement; onClose: () => void }) {
  const { language, changeLanguage } = useLanguage();
  return (
    <Menu
      anchorEl={props.anchor}
      open
      onClose={props.onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
    >
      {offeredLanguages.map((offered) => (
        <MenuItem
          key={offered}
          role="menuitemradio"
          aria-checked={offered === language}
          lang={languageTag(offered)}
          onClick={() => {
            props.onClose();
            void changeLanguage(offered);
          }}
        >
          <Box sx={{ flex: 1, pr: 3 }}>{languageNames[offered]}</Box>
          {offered === language && <CheckIcon />}
        </MenuItem>
      ))}
    </Menu>
  );
}
