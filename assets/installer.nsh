; Offers Sightline under "Open with" for GeoPackages. An association of electron-builder (`fileAssociations`) would make
; it their default program where none is chosen.
!macro customInstall
  WriteRegNone SHELL_CONTEXT "Software\Classes\.gpkg\OpenWithProgids" "Sightline.gpkg"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Sightline.gpkg" "" "GeoPackage"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Sightline.gpkg\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Sightline.gpkg\shell\open\command" "" '"$appExe" "%1"'
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.gpkg\OpenWithProgids" "Sightline.gpkg"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Sightline.gpkg"
!macroend
